// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { pageKind } from '#src/app/routing/page-kind.ts';
import { routeName } from '#src/app/routing/route-name.ts';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { goTo } from '../stytch/support/browser.ts';

const MEMBER_ROUTE = '/_member';

const routes = Object.values(createAppRouter().routesById)
  .map(({ fullPath }) => fullPath)
  .filter((path) => path !== undefined);

beforeAll(() => {
  expect(routes.length).toBeGreaterThan(8);
});

/** What the router says of an address. */
async function resolve(path: string) {
  goTo(path);
  const router = createAppRouter();
  await router.load();
  const { matches } = router.state;
  return {
    route: matches.at(-1)?.fullPath,
    needsSession: matches.some(({ routeId }) => routeId === MEMBER_ROUTE),
  };
}

it.each([
  ['/', 'member'],
  ['/policies', 'member'],
  ['/no/such/page', 'member'],
  ['/authenticate', 'callback'],
  ['/discovery', 'callback'],
  ['/chart', 'public'],
  ['/health', 'public'],
  ['/github/app-setup', 'public'],
  ['/github/connected', 'public'],
])('the page of %s is of the kind "%s"', (path, kind) => {
  expect(pageKind(path)).toBe(kind);
});

it.each([
  '',
  '?id=123456789012345678',
  '?a=true&b=null&c=1e5&d=007&e=&f=0.10',
  '?a=1&a=1&a=x',
  '?q=%7B%22a%22%3A1%7D&__proto__=x',
])('leaves the values of the query %j as they are [R2.14]', (query) => {
  const { parseSearch, stringifySearch } = createAppRouter().options;
  expect(stringifySearch?.(parseSearch?.(query) ?? {})).toBe(query);
});

const spellings = (path: string) => [
  path,
  `${path}/`,
  path.toUpperCase(),
  path.replace('h', '%68'),
];

it.each([...new Set(routes)].flatMap(spellings).concat('/policies/1', '/no/such/page'))(
  'names the route of %s as the router does, and whether it needs a session [R2.10, R18.1]',
  async (path) => {
    const { route, needsSession } = await resolve(path);
    const { pathname } = window.location;
    expect(routeName(pathname)).toBe(route);
    expect(pageKind(pathname) === 'member').toBe(needsSession);
  },
);
