import { createRootRoute, createRoute, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import { FIRST_PAGE, PAGES } from '#src/pages/pages.ts';
import { messages } from '#src/ui/messages.ts';
import { ErrorPage } from '#src/ui/page/error-page.tsx';

/** The root has no layout: the app's shell has the parts of every page, and the sign-in shows it without a router. */
const root = createRootRoute();

/** Layout of every route that needs a session (R2.9). */
const member = createRoute({
  getParentRoute: () => root,
  id: '_member',
  component: lazyRouteComponent(() => import('../shell/member-layout.tsx'), 'MemberLayout'),
});

const toFirstPage = createRoute({
  getParentRoute: () => member,
  path: '/',
  component: () => <Navigate to={FIRST_PAGE} replace />,
});

/** Every other route: 404 with a session, the login screen without (R2.9). */
const unknown = createRoute({
  getParentRoute: () => member,
  path: '$',
  component: () => <ErrorPage {...messages.notFound} />,
});

const pages = PAGES.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => member,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  }),
);

const callbackPage = lazyRouteComponent(() => import('../shell/callback-page.tsx'), 'CallbackPage');
const githubPage = lazyRouteComponent(() => import('../shell/github-route.tsx'), 'GithubRoute');
const healthPage = lazyRouteComponent(() => import('../shell/health-route.tsx'), 'HealthRoute');
const chartPage = lazyRouteComponent(() => import('./chart-route.tsx'), 'ChartRoute');

/** The routes of the product: the pages behind the sign-in, and those that need no session (R2.1 to R2.6). */
export const routeTree = root.addChildren([
  member.addChildren([toFirstPage, unknown, ...pages]),
  createRoute({ getParentRoute: () => root, path: '/authenticate', component: callbackPage }),
  createRoute({ getParentRoute: () => root, path: '/discovery', component: callbackPage }),
  createRoute({ getParentRoute: () => root, path: '/github/app-setup', component: githubPage }),
  createRoute({ getParentRoute: () => root, path: '/github/connected', component: githubPage }),
  createRoute({ getParentRoute: () => root, path: '/health', component: healthPage }),
  createRoute({ getParentRoute: () => root, path: '/chart', component: chartPage }),
]);
