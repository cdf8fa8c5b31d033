// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Matches,
  notFound,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary, UnexpectedErrorPage } from '#src/app/routing/error-boundary.tsx';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { watchImports } from '#src/app/stale-build.ts';

afterEach(cleanup);

/** Shows a page whose route throws, with the error pages of the app. */
async function showPageThatThrows(thrown: unknown, where: 'loader' | 'component') {
  const { defaultErrorComponent, defaultNotFoundComponent } = createAppRouter().options;
  const fail = () => {
    throw thrown;
  };
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    ...(where === 'loader' ? { loader: fail } : { component: fail }),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    ...(defaultErrorComponent && { defaultErrorComponent }),
    ...(defaultNotFoundComponent && { defaultNotFoundComponent }),
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  render(
    <RouterContextProvider router={router}>
      <Matches />
    </RouterContextProvider>,
  );
  const heading = await screen.findByRole('heading', { level: 1 });
  const text = heading.closest('main')?.textContent ?? document.body.textContent;
  logged.mockRestore();
  warned.mockRestore();
  return { heading: heading.textContent, text };
}

const failure = () => new Response(null, { status: 500, statusText: 'Internal Server Error' });

it.each(['loader', 'component'] as const)(
  'shows "Error" with the status text when the %s of a route throws a response [R1.5]',
  async (where) => {
    const { heading, text } = await showPageThatThrows(failure(), where);
    expect(heading).toBe('Error');
    expect(text).toContain('Internal Server Error');
  },
);

it('shows "Error" and the general sentence for a response without a status text [R1.5]', async () => {
  const { heading, text } = await showPageThatThrows(new Response(null, { status: 500 }), 'loader');
  expect(heading).toBe('Error');
  expect(text).toContain('An unexpected error occurred.');
});

it('shows "404" for a response that says so, and for a page that is not found [R1.4]', async () => {
  const missing = new Response(null, { status: 404, statusText: 'Not Found' });
  expect((await showPageThatThrows(missing, 'loader')).heading).toBe('404');
  cleanup();
  expect((await showPageThatThrows(notFound(), 'loader')).heading).toBe('404');
});

it('shows "Oops!" for any other error, and not its text [R1.5]', async () => {
  const { heading, text } = await showPageThatThrows(new Error('canary'), 'component');
  expect(heading).toBe('Oops!');
  expect(text).not.toContain('canary');
});

it('shows that a route is loading while its code is on its way', async () => {
  const { defaultPendingComponent } = createAppRouter().options;
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => new Promise(() => undefined),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    defaultPendingMs: 0,
    ...(defaultPendingComponent && { defaultPendingComponent }),
  });
  render(
    <RouterContextProvider router={router}>
      <Matches />
    </RouterContextProvider>,
  );
  expect(await screen.findByText('Loading...')).toBeTruthy();
});

function Failing({ error }: { readonly error: unknown }): never {
  throw error;
}

it('shows no error that a reload mends, and the next one that it does not [R1.8]', async () => {
  sessionStorage.clear();
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  watchImports();
  const missing = new TypeError('Importing a module script failed.');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }));
  const { rerender } = render(
    <ErrorBoundary>
      <Failing error={missing} />
    </ErrorBoundary>,
  );
  const isLoading = () => screen.queryByText('Loading...') !== null;
  expect(isLoading()).toBe(true);
  await act(async () => undefined);
  expect([isLoading(), reload.mock.calls.length]).toEqual([true, 1]);
  sessionStorage.clear();
  rerender(<UnexpectedErrorPage error={missing} onShowAgain={vi.fn()} />);
  expect(isLoading()).toBe(true);
  rerender(<UnexpectedErrorPage error={new Error('canary')} onShowAgain={vi.fn()} />);
  expect(await screen.findByText('Oops!')).toBeTruthy();
});

it.each([
  ['of the sign-in', (content: ReactNode) => <ErrorBoundary>{content}</ErrorBoundary>],
  ['of the pages', (content: ReactNode) => <RoutedPage content={content} />],
])('an error page %s shows again what has failed, without a reload [R1.28]', async (_, page) => {
  const defect = { isThere: true };
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  render(page(<Defective defect={defect} />));
  const again = await screen.findByRole('button', { name: 'Show the page again' });
  defect.isThere = false;
  fireEvent.click(again);
  expect(await screen.findByText('Shown only once.')).toBeTruthy();
});

function Defective({ defect }: { readonly defect: { readonly isThere: boolean } }) {
  if (defect.isThere) throw new Error('canary');
  return <p>Shown only once.</p>;
}

/** A page of a router with the error pages of the app. */
function RoutedPage({ content }: { readonly content: ReactNode }) {
  const [router] = useState(() => {
    const { defaultErrorComponent } = createAppRouter().options;
    return createRouter({
      routeTree: createRootRoute({ component: () => content }),
      history: createMemoryHistory(),
      ...(defaultErrorComponent && { defaultErrorComponent }),
    });
  });
  return <RouterProvider router={router} />;
}
