import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../route-tree.gen.ts';
import { ErrorPage } from '../ui/error-page.tsx';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';

/** Creates the router. Routes have no loaders, so that none can run before the session gate. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultErrorComponent: () => <ErrorPage kind="unexpected" />,
    defaultNotFoundComponent: () => <ErrorPage kind="not_found" />,
    defaultPendingComponent: () => <LoadingOverlay doing="restoring" />,
  });
}

/** The router that `createAppRouter` returns. */
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
