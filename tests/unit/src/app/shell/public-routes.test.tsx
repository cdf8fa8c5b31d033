// @vitest-environment happy-dom
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { AuthContext } from '#src/app/shell/auth-context.tsx';
import { ServicesContext } from '#src/app/shell/services-context.tsx';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { getButton } from '#tests/unit/support/render.tsx';
import { testServices } from '#tests/unit/support/services.ts';
import { goTo } from '../../stytch/support/browser.ts';

/** A tab whose session the provider must confirm first. */
const RESTORING: StartInputData = { ...NEW_TAB, hasSessionCookie: true };

const SIGNED_IN = signedInTab(SESSION);

/** Opens an address with the router of the product, in a tab that starts like this. */
async function open(path: string, input: StartInputData) {
  goTo(path);
  const run = createTestMachine().start(input);
  const services = { ...testServices(), hadSessionAtStart: input === SIGNED_IN };
  const router = createAppRouter();
  await router.load();
  await act(async () => {
    render(
      <AuthContext value={{ actor: run.actor }}>
        <ServicesContext value={services}>
          <RouterProvider router={router} />
        </ServicesContext>
      </AuthContext>,
    );
  });
  return { run, services, router };
}

const shownAddress = () => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};

/** An id that no number of JavaScript holds. */
const ID = '123456789012345678';
const SETUP = `setup_action=install&installation_id=${ID}`;

describe('the setup of the GitHub app', () => {
  it('leads through the sign-in to the connected page, and keeps the setup [R2.5, R2.6, R2.14]', async () => {
    const path = `/github/app-setup?${SETUP}`;
    const { run, services } = await open(path, NEW_TAB);
    expect(screen.getByText(/^GitHub reports that the app was installed\. Sign in/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Google' })).toBeNull();
    await userEvent.click(getButton('Sign in to continue'));
    expect(services.saveRedirect).toHaveBeenCalledExactlyOnceWith(`/github/connected?${SETUP}`);
    expect(getButton('Google')).toBeTruthy();
    act(() => run.send({ type: 'session.found', session: SESSION }));
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['Acme', 'ada@acme.example', ID]);
  });

  it('shows that it is loading while a session is restored', async () => {
    await open(`/github/connected?${SETUP}`, RESTORING);
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('removes everything else from the address, each time that it changes [R2.12]', async () => {
    const entries = window.history.length;
    const { router } = await open(`/github/app-setup?code=secret&${SETUP}&state=x`, NEW_TAB);
    expect(shownAddress()).toBe(`/github/app-setup?${SETUP}`);
    expect(window.history.length).toBe(entries);
    await act(async () => router.history.push('/github/app-setup?code=new&setup_action=request'));
    expect(shownAddress()).toBe('/github/app-setup?setup_action=request');
    expect(screen.getByText(/^GitHub reports that you asked to install the app/)).toBeTruthy();
    await act(async () => router.history.push('/github/app-setup?setup_action=other'));
    expect(screen.getByText(/^This link is incomplete/)).toBeTruthy();
  });
});

it('the page of a callback shows that it signs in once there is a session, until the address changes', async () => {
  await open('/authenticate', SIGNED_IN);
  expect(screen.getByRole('status').textContent).toBe('Signing you in...');
});

it('the sign-in replaces a page that needs a session, whose end makes the next one an arrival [R1.19, R2.9, R2.10]', async () => {
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()));
  const { run } = await open('/no/such/page', SIGNED_IN);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404');
  expect(screen.queryByText(/^Signed in to/)).toBeNull();
  act(() => run.send({ type: 'session.gone', reason: 'expired' }));
  expect(screen.queryByText('404')).toBeNull();
  expect(getButton('Google')).toBeTruthy();
  act(() => run.send({ type: 'session.found', session: SESSION }));
  expect(screen.getByText(/^Signed in to/)).toBeTruthy();
});
