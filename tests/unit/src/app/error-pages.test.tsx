// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#src/app/routing/error-boundary.tsx';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { getButton } from '#tests/unit/support/render.tsx';

/** A page with the error pages of the app. */
function RoutedPage({
  content = () => null,
  loader,
}: {
  content?: () => ReactNode;
  loader?: () => unknown;
}) {
  const [router] = useState(() => {
    const { defaultErrorComponent, defaultPendingComponent } = createAppRouter().options;
    const root = createRootRoute();
    const page = createRoute({
      getParentRoute: () => root,
      path: '/',
      component: content,
      ...(loader && { loader }),
    });
    return createRouter({
      routeTree: root.addChildren([page]),
      history: createMemoryHistory(),
      defaultPendingMs: 0,
      ...(defaultErrorComponent && { defaultErrorComponent }),
      ...(defaultPendingComponent && { defaultPendingComponent }),
    });
  });
  return <RouterProvider router={router} />;
}

const answer = (status: number, statusText = '') => new Response(null, { status, statusText });

it.each([
  ['a response', answer(500, 'Internal Server Error'), 'Error', /Internal Server/],
  ['no status text', answer(500), 'Error', /An unexpected error/],
  ['a response of 404', answer(404, 'Not Found'), '404', /could not be found/],
  ['another error', new Error('canary'), 'Oops!', /^(?!.*canary)/],
])('shows %s by its heading and text [R1.4, R1.5, R1.6]', async (_, thrown, heading, text) => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  render(<RoutedPage content={() => <Failing error={thrown} />} />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(heading);
  expect(screen.getByRole('main').textContent).toMatch(text);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});

it('shows that a route is loading while its code is on its way [R1.3]', async () => {
  render(<RoutedPage loader={() => new Promise(() => undefined)} />);
  expect(await screen.findByText('Loading...')).toBeTruthy();
});

function Failing({ error }: { readonly error: unknown }): never {
  throw error;
}

it.each([
  ['of the sign-in', (content: ReactNode) => <ErrorBoundary>{content}</ErrorBoundary>],
  ['of the pages', (content: ReactNode) => <RoutedPage content={() => content} />],
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
