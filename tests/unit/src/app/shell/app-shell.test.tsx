// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { DORAS_SESSION } from '#machines/explore/fixtures.ts';
import { NEW_TAB } from '#machines/explore/start-inputs.ts';
import { ErrorBoundary } from '#src/app/routing/error-boundary.tsx';
import { AppShell } from '#src/app/shell/app-shell.tsx';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { preloadSignInScreens } from '#src/features/sign-in/sign-in-screen.tsx';
import { lazyComponent } from '#src/ui/lazy-component.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getButton } from '#tests/unit/support/render.tsx';

it('takes no answer to a question that another tab has answered, while the pages are loaded [R22.4, R22.11]', async () => {
  await preloadSignInScreens();
  const run = createTestMachine().start({ ...NEW_TAB, session: DORAS_SESSION });
  const Pages = lazyComponent(async () => () => <main>The pages</main>, null);
  let show: () => void = () => undefined;
  const prepared = new Promise<void>((resolve) => {
    show = resolve;
  });
  const preparePages = async () => {
    await Pages.preload();
    await prepared;
  };
  render(
    <AuthContext value={{ actor: run.actor, termsUrl: '/terms.html' }}>
      <AppShell Pages={Pages} preparePages={preparePages} isPublicPage={false} />
    </AuthContext>,
  );
  expect(getButton('No, sign out')).toBeTruthy();
  act(() => run.sendExternal({ type: 'session.found', session: DORAS_SESSION }));
  expect(run.actor.getSnapshot().matches('signedIn')).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Signing you in…')).toBeTruthy();
  await act(async () => show());
  expect(screen.getByRole('main').textContent).toBe('The pages');
});

it('leads to the error page when the machine has failed [R1.6]', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const error = new Error('A defect.');
  const machine = authMachine.provide({
    actions: {
      setSignOutReason: () => {
        throw error;
      },
    },
  });
  const actor = createActor(machine, { input: { ...NEW_TAB, now: Date.now, random: Math.random } });
  actor.subscribe({ error: () => undefined });
  actor.start();
  render(
    <ErrorBoundary>
      <AuthContext value={{ actor, termsUrl: '/terms.html' }}>
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
