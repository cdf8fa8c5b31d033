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
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary, UnexpectedErrorPage } from '#src/app/routing/error-boundary.tsx';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { watchImports } from '#src/app/stale-build.ts';
import { getButton } from '#tests/unit/support/render.tsx';

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
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  logged.mockRestore();
  warned.mockRestore();
  return { heading: heading.textContent, text };
}

const serverError = { status: 500, statusText: 'Internal Server Error' };
const missing = { status: 404, statusText: 'Not Found' };

it.each([
  ['a response in a loader', new Response(null, serverError), 'loader', 'Error', /Internal Server/],
  [
    'a response in a page',
    new Response(null, serverError),
    'component',
    'Error',
    /Internal Server/,
  ],
  ['no status text', new Response(null, { status: 500 }), 'loader', 'Error', /An unexpected error/],
  ['a response of 404', new Response(null, missing), 'loader', '404', /could not be found/],
  ['a missing page', notFound(), 'loader', '404', /could not be found/],
  ['another error', new Error('canary'), 'component', 'Oops!', /^(?!.*canary)/],
] as const)(
  'shows %s by its heading and text [R1.4, R1.5, R1.6]',
  async (_, thrown, where, heading, text) => {
    const shown = await showPageThatThrows(thrown, where);
    expect(shown.heading).toBe(heading);
    expect(shown.text).toMatch(text);
  },
);

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
  await screen.findByText('An unexpected error occurred.');
  defect.isThere = false;
  fireEvent.click(getButton('Show the page again'));
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
