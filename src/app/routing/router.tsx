import { createRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { LoadingOverlay } from '../../ui/feedback/loading-overlay.tsx';
import { messages } from '../../ui/messages.ts';
import { ErrorPage } from '../../ui/page/error-page.tsx';
import { UnexpectedErrorPage } from './error-boundary.tsx';
import { routeTree } from './route-tree.tsx';
import { parseSearch, stringifySearch } from './search.ts';

/** Creates the router. Routes have no loaders, so that none can run before the session gate, and every address has one. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: RouteErrorPage,
    defaultPendingComponent: () => <LoadingOverlay doing="restoring" />,
  });
}

/** The error page for what a route throws: a response shows its status text (R1.4, R1.5). */
function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof Response))
    return <UnexpectedErrorPage error={error} onShowAgain={reset} />;
  if (error.status === 404) return <ErrorPage {...messages.notFound} />;
  const text = error.statusText.trim() || messages.unexpected.text;
  return <ErrorPage heading={messages.errorHeading} text={text} />;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
