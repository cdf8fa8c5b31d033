// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callbackPath } from '#machines/rules/callback-path.ts';
import { createAppRouter } from '#src/app/routing/router.tsx';
import { goTo } from '../stytch/support/browser.ts';

it('callbackPath recognises every spelling that the router leads to a callback route', async () => {
  const spelled = (letter: string) =>
    fc.constantFrom(
      letter,
      letter.toUpperCase(),
      `%${letter.charCodeAt(0).toString(16)}`,
      `%${letter.toUpperCase().charCodeAt(0).toString(16)}`,
      `%25${letter.charCodeAt(0).toString(16)}`,
    );
  const slash = fc.constantFrom('/', '/', '//', '/./', '/x/../', '%2F', '/\\');
  const end = fc.constantFrom('', '', '/', '//', '%2f', '%20', '%00', '/.', '/x', '\\');
  const path = fc
    .constantFrom('discovery', 'authenticate')
    .chain((name) => fc.tuple(slash, ...[...name].map(spelled), end))
    .map((parts) => `/${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        path,
        path.map((text) => text.slice(1)),
      ),
      async (text) => {
        goTo(text.startsWith('/') ? text : `/${text}`);
        const router = createAppRouter();
        await router.load();
        const route = router.state.matches.at(-1)?.fullPath;
        if (route !== '/discovery' && route !== '/authenticate') return;
        expect(callbackPath(window.location.pathname)).toBe(route);
      },
    ),
    { numRuns: 500 },
  );
});
