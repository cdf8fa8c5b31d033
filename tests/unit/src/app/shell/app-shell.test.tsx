// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { ErrorBoundary } from '#src/app/routing/error-boundary.tsx';
import { AppShell } from '#src/app/shell/app-shell.tsx';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { lazyComponent } from '#src/ui/lazy-component.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getButton } from '#tests/unit/support/render.tsx';
import { translate } from '#tests/unit/support/translate.ts';

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

/** The shell of a tab that starts like this. Its pages are drawn at once, and can be prepared. */
function shellOf(input: StartInputData, isPublicPage = false) {
  const run = createTestMachine().start(input);
  let prepared: () => void = () => undefined;
  const preparePages = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        prepared = resolve;
      }),
  );
  const Pages = Object.assign(() => <main>The pages</main>, { preload: preparePages });
  const shell = (
    <AuthContext value={{ actor: run.actor }}>
      <AppShell Pages={Pages} preparePages={preparePages} isPublicPage={isPublicPage} />
    </AuthContext>
  );
  return { run, shell, preparePages, showPages: () => act(async () => prepared()) };
}

describe('AppShell', () => {
  it('prepares the pages once there is a session, and shows the sign-in until then [R1.21]', async () => {
    const { run, shell, preparePages, showPages } = shellOf(NEW_TAB);
    render(shell);
    expect(preparePages).not.toHaveBeenCalled();
    act(() => run.send({ type: 'session.found', session: SESSION }));
    expect(preparePages).toHaveBeenCalledOnce();
    expect(getButton('Google')).toBeTruthy();
    await showPages();
    expect(screen.getByRole('main').textContent).toBe('The pages');
  });

  it.each([
    ['a public page without a session', NEW_TAB, true],
    ['the page of a member who is signed in', signedInTab(SESSION), false],
  ])('shows %s at once', (_, input, isPublicPage) => {
    const { shell, preparePages } = shellOf(input, isPublicPage);
    render(shell);
    expect(screen.getByRole('main').textContent).toBe('The pages');
    expect(preparePages).not.toHaveBeenCalled();
  });

  it.each([
    ['', (text: string) => text],
    [' that the browser has translated', (text: string) => `«${text}»`],
  ])(
    'takes over the markup of the build%s, whatever the tab shows next [R1.9, R1.27]',
    async (_, words) => {
      vi.stubEnv('VITE_EMULATOR', '1');
      const container = document.createElement('div');
      document.body.append(container);
      container.innerHTML = renderToString(shellOf(NEW_TAB).shell);
      translate(container, words);
      const button = getButton(/Google/);
      const onRecoverableError = vi.fn();
      const { run, shell } = shellOf({ ...NEW_TAB, callback: 'denied' });
      const root = await act(async () => hydrateRoot(container, shell, { onRecoverableError }));
      expect(onRecoverableError).not.toHaveBeenCalled();
      expect(button.isConnected).toBe(true);
      const ribbon = screen.getByRole('link', { name: /Local emulator · inbox/ });
      expect(ribbon.getAttribute('href')).toBe('/_emulator');
      expect(screen.getByText(run.actor.getSnapshot().context.notice?.text ?? '')).toBeTruthy();
      act(() => run.send({ type: 'google.start' }));
      expect(button.textContent).toBe('Starting...');
      act(() => root.unmount());
      container.remove();
      vi.unstubAllEnvs();
    },
  );
});
