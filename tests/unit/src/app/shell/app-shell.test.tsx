// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { DORAS_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { ErrorBoundary } from '#src/app/routing/error-boundary.tsx';
import { AppShell } from '#src/app/shell/app-shell.tsx';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { PersonNotice } from '#src/app/shell/person-notice.tsx';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getButton } from '#tests/unit/support/render.tsx';

it('leads to the error page when the machine has failed [R1.6]', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const error = new Error('A defect.');
  const machine = stubbedAuthMachine.provide({
    actions: {
      setSignOutReason: () => {
        throw error;
      },
    },
  });
  const actor = createActor(machine, { input: { ...NEW_TAB, now: Date.now } });
  actor.subscribe({ error: () => undefined });
  actor.start();
  render(
    <ErrorBoundary>
      <AuthContext value={{ actor }}>
        <AppShell
          Pages={lazyComponent(async () => () => null, null)}
          preparePages={async () => undefined}
          isPublicPage={false}
        />
      </AuthContext>
    </ErrorBoundary>,
  );
  expect(getButton('Google')).toBeTruthy();
  act(() => actor.send({ type: 'impersonation.stop' }));
  expect(await screen.findByText('An unexpected error occurred.')).toBeTruthy();
});

it('shows the pages also when they could not be prepared, so that they show why [R1.8, R1.21]', async () => {
  const { actor } = createTestMachine().start(NEW_TAB);
  render(
    <AuthContext value={{ actor }}>
      <AppShell
        Pages={lazyComponent(async () => () => <p>The pages.</p>, null)}
        preparePages={() => Promise.reject(new Error('No connection.'))}
        isPublicPage={false}
      />
    </AuthContext>,
  );
  expect(getButton('Google')).toBeTruthy();
  act(() => actor.send({ type: 'session.found', session: SESSION }));
  expect(await screen.findByText('The pages.')).toBeTruthy();
});

it('tells that the person has changed, until that is dismissed [R22.5]', async () => {
  const input = { ...signedInTab(DORAS_SESSION), lastShownEmail: SESSION.emailAddress };
  const { actor } = createTestMachine().start(input);
  render(
    <AuthContext value={{ actor }}>
      <PersonNotice />
    </AuthContext>,
  );
  expect(screen.getByText(/this tab showed another account/)).toBeTruthy();
  await userEvent.click(getButton('Dismiss'));
  expect(screen.queryByText(/this tab showed another account/)).toBeNull();
});
