import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { expect, it } from 'vitest';
import { UNUSED_SDK_PARTS } from '#src/stytch/sdk/sdk-adapter.ts';
import { withoutUnusedParts, withPureEnums } from '#tools/vite/sdk-parts-plugin.ts';

const DIST = 'node_modules/@stytch/vanilla-js/dist';
const client = readFileSync(`${DIST}/b2b/index.headless.esm.js`, 'utf8');

/** The properties that the constructor of the client sets. */
const partsOf = (code: string) =>
  [...code.slice(code.indexOf('var StytchB2BHeadlessClient')).matchAll(/\n {2}this\.(\w+) =/g)].map(
    ([, name = '']) => name,
  );

it('removes the unused parts of the SDK, and no other', () => {
  const code = withoutUnusedParts(client);
  parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const unused: readonly string[] = UNUSED_SDK_PARTS;
  expect(partsOf(code)).toEqual(partsOf(client).filter((name) => !unused.includes(name)));
  expect(partsOf(code)).toContain('discovery');
});

it('stops the build at an SDK of another form', () => {
  expect(() => withoutUnusedParts(client.replace('this.sso = new', 'this.sso ='))).toThrow('sso');
});

it('changes no enum but its form', async () => {
  const [shared = ''] = readdirSync(DIST)
    .filter((name) => /^internal-.*\.js$/.test(name))
    .map((name) => readFileSync(`${DIST}/${name}`, 'utf8'))
    .filter((code) => code.includes('\nexport {'));
  const changed = withPureEnums(shared);
  expect(changed).not.toMatch(/\|\| \(\w+ = \{\}\)/);
  const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(JSON.stringify(await load(changed))).toBe(JSON.stringify(await load(shared)));
});
