// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { pageKind } from '#src/app/routing/page-kind.ts';
import { routeName } from '#src/app/routing/route-name.ts';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { goTo } from '../stytch/support/browser.ts';

const MEMBER_ROUTE = '/_member';

const routes = Object.values(createAppRouter().routesById)
  .map(({ fullPath }) => fullPath)
  .filter((path) => path !== undefined);

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
  '',
  '?id=123456789012345678',
  '?a=true&b=null&c=1e5&d=007&e=&f=0.10',
  '?a=1&a=1&a=x',
  '?q=%7B%22a%22%3A1%7D&__proto__=x',
])('leaves the values of the query %j as they are [R2.14]', (query) => {
  const { parseSearch, stringifySearch } = createAppRouter().options;
  expect(stringifySearch?.(parseSearch?.(query) ?? {})).toBe(query);
});

it('leaves out a query value that is missing', () => {
  const { stringifySearch } = createAppRouter().options;
  expect(stringifySearch?.({ a: undefined, b: ['é&', undefined] })).toBe('?b=%C3%A9%26');
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

it('callbackPath recognizes every spelling that the router leads to a callback route [R5.7]', async () => {
  expect(routes.length).toBeGreaterThan(8);
  const spelled = (letter: string) => {
    const hex = (text: string) => text.charCodeAt(0).toString(16);
    const upper = letter.toUpperCase();
    const codes = [`%${hex(letter)}`, `%${hex(upper)}`, `%25${hex(letter)}`];
    return fc.constantFrom(letter, upper, ...codes);
  };
  const slash = fc.constantFrom('/', '/', '//', '/./', '/x/../', '/%2F', '/\\');
  const end = fc.constantFrom('', '', '/', '//', '%2f', '%20', '%00', '/.', '/x', '\\');
  const path = fc
    .constantFrom('discovery', 'authenticate')
    .chain((name) => fc.tuple(slash, ...[...name].map(spelled), end))
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(path, async (text) => {
      const { route } = await resolve(text);
      if (route !== '/discovery' && route !== '/authenticate') return;
      expect(callbackPath(window.location.pathname)).toBe(route);
    }),
    { numRuns: 500 },
  );
});
