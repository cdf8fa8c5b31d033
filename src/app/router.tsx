import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../route-tree.gen.ts';
import { ErrorPage } from '../ui/error-page.tsx';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';

/** The router of the app. No loader of a gated route runs before the gate, because there are none. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultErrorComponent: () => <ErrorPage kind="unexpected" />,
    defaultNotFoundComponent: () => <ErrorPage kind="not_found" />,
    defaultPendingComponent: () => <LoadingOverlay doing="restoring" />,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
