import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import type { AuthView } from '#machines/auth/auth.view.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import type { Core } from '../core.ts';
import { createServices } from '../services.ts';
import { ServicesContext } from '../shell/services-context.tsx';
import { replacePageUrl } from './navigation.ts';
import { pageKind } from './page-kind.ts';
import { routeName } from './route-name.ts';
import { createAppRouter } from './router.tsx';
import { keepHistoryState } from './step-entry.ts';

interface RoutedPages {
  readonly renderPages: FunctionComponent;
  readonly loadRoute: () => Promise<void>;
}

/**
 * Creates the router with the pages behind the sign-in, and leads the address through it.
 *
 * @param savePage stores the address for after the sign-in, if there is no session
 * @param firstView what the page showed first
 * @returns the component of the pages, once the code of the likely route is loaded, and what loads the route of the
 *   present address, so that the component draws it at once
 */
export async function createPages(
  { actor, stytchAuth, env, reportPage }: Core,
  savePage: () => void,
  firstView: AuthView,
): Promise<RoutedPages> {
  const router = keepHistoryState(createAppRouter);
  // A session that the provider must confirm first is restored, too.
  const hadSessionAtStart =
    firstView.screen === 'app' ||
    (firstView.screen === 'loading' && firstView.doing === 'restoring');
  const services = createServices(actor, stytchAuth, env, hadSessionAtStart);
  router.subscribe('onBeforeNavigate', () => stytchAuth.routeChanged());
  router.subscribe('onResolved', reportPage);
  router.subscribe('onResolved', savePage);
  keepSpelling(router.history);
  const loadRoute = () => {
    // Here, because the route would redirect only after it was drawn without a page (R2.8).
    if (routeName(window.location.pathname) === '/') replacePageUrl(FIRST_PAGE);
    return router.load();
  };
  const renderPages = () => (
    <ServicesContext value={services}>
      <RouterProvider router={router} />
    </ServicesContext>
  );
  // The address changes when a sign-in completes. Until the router is rendered, it does not follow the address.
  if (firstView.screen === 'app') await loadRoute();
  else if (pageKind(window.location.pathname) === 'public') await router.load();
  else await router.preloadRoute({ to: FIRST_PAGE });
  return { loadRoute, renderPages };
}

/**
 * Keeps the spelling of the address (R3.1), which the router would replace by its own when it is rendered. Only that
 * replacement sets `ignoreBlocker`.
 */
function keepSpelling(history: RouterHistory): void {
  const { replace } = history;
  history.replace = (path, state, options) => {
    if (options?.ignoreBlocker === true) history.notify({ type: 'REPLACE' });
    else replace(path, state, options);
  };
}
