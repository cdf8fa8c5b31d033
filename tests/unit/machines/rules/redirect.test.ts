import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REDIRECT_MAX_LENGTH } from '#machines/rules/limits.ts';
import { safeRedirect } from '#machines/rules/redirect.ts';
import attacks from './data/redirect-attacks.json' with { type: 'json' };

const ORIGIN = 'https://app.example.com';

/** The origins that a value resolves to on the first and the second parse. */
function landings(value: string): readonly string[] {
  const first = new URL(value, ORIGIN);
  const second = new URL(first.pathname + first.search + first.hash, ORIGIN);
  return [first.origin, second.origin];
}

/** Expects no path, or one that is safe to navigate to. */
function expectSafe(path: string | null): void {
  if (path === null) return;
  expect(landings(path)).toEqual([ORIGIN, ORIGIN]);
  expect(path).toMatch(/^\/(?!\/)/);
  expect(safeRedirect(path)).toBe(path);
  const { pathname, searchParams } = new URL(path, ORIGIN);
  expect(['/authenticate', '/discovery']).not.toContain(pathname);
  expect(searchParams.has('token') || searchParams.has('stytch_token_type')).toBe(false);
}

describe('the redirect after sign-in [R3.3, R3.4]', () => {
  test.each(attacks.attacks)('stays on this origin for %j', (value) => {
    const path = safeRedirect(value);
    expectSafe(path);
    expect(path ?? '').not.toContain('//evil');
  });

  test.each(attacks.ownRouteAbuse)('never leads to a callback with a token: %s', (value) => {
    expect(safeRedirect(value)).toBeNull();
  });

  test.each(attacks.mustStillPass)('honours %s', (value) => {
    expect(safeRedirect(value)).toBe(value);
    expectSafe(value);
  });

  test.each([
    // A server may decode them.
    ...['/%2Fevil.example', '/%5Cevil.example', '/%09/evil.example', '/%0a/x', '/%0D/x'],
    // Callback routes, whose spellings are in callback-path.test.ts, and their parameters.
    ...['/authenticate', '/DISCOVERY/?x=1', '/x/../discovery', '/policies?token=1'],
    ...['/policies?stytch_token_type=oauth', '/policies?%74oken=1'],
    // No paths.
    ...[null, undefined, 7, {}, [], ['/policies'], '', 'policies'],
  ])('ignores %j', (value) => {
    expect(safeRedirect(value)).toBeNull();
  });

  test.each(['/policies?a=token', '/authenticates', '/a/authenticate', '/%E0%A4%A'])(
    'honours the harmless value %s',
    (value) => {
      expect(safeRedirect(value)).toBe(value);
    },
  );

  test('accepts at most 2,048 characters, before and after serialising [R3.3]', () => {
    const longest = `/${'a'.repeat(REDIRECT_MAX_LENGTH - 1)}`;
    expect(safeRedirect(longest)).toBe(longest);
    expect(safeRedirect(`${longest}a`)).toBeNull();
    expect(safeRedirect(`/${'é'.repeat(REDIRECT_MAX_LENGTH - 1)}`)).toBeNull();
    expect(safeRedirect(`/${'a/../'.repeat(REDIRECT_MAX_LENGTH)}policies`)).toBeNull();
  });

  test('never contains a user name or a password', () => {
    const path = safeRedirect('//ada:secret@origin.invalid/policies');
    expect(path ?? '/').not.toMatch(/ada|secret/);
  });

  test('returns a safe path for every value, and returns that path unchanged', {
    timeout: 120_000,
  }, () => {
    const written =
      '/ // \\ . .. %2f %5C %09 @ : ? # & = a ; evil.com token https: javascript: authenticate discovery %2e é [ ] | %';
    const unwritten = [' ', '\t', '\n', '\u0000', '\u3002', '\uff0f', '\u200b', '\ufeff'];
    const piece = fc.constantFrom(...written.split(' '), ...unwritten);
    const crafted = fc.array(piece, { maxLength: 12 }).map((parts) => `/${parts.join('')}`);
    const anything = fc.oneof(crafted, fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath());
    fc.assert(
      fc.property(anything, (value) => expectSafe(safeRedirect(value))),
      { numRuns: 10_000 },
    );
  });
});
