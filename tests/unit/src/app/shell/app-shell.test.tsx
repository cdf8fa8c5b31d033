// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { ErrorBoundary } from '#src/app/routing/error-boundary.tsx';
import { AppShell } from '#src/app/shell/app-shell.tsx';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { getButton } from '#tests/unit/support/render.tsx';

it('leads to the error page when the machine has failed [R1.6]', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const error = new Error('A defect.');
  const machine = unprovidedAuthMachine.provide({
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
