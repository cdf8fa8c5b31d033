import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from '#machines/rules/redirect.ts';
import { githubConnectedPath, parseGithubSetup } from '#src/features/public-pages/github-setup.ts';

describe('parseGithubSetup', () => {
  it.each([
    {
      query: '?installation_id=42&setup_action=install',
      setup: { action: 'install', installationId: '42' },
    },
    {
      query: '?code=abc&installation_id=42&setup_action=update&state=x',
      setup: { action: 'update', installationId: '42' },
    },
    {
      query: 'setup_action=request',
      setup: { action: 'request', installationId: null },
    },
    {
      query: '?setup_action=request&installation_id=9007199254740993',
      setup: { action: 'request', installationId: '9007199254740993' },
    },
  ])('parses $query [R2.5]', ({ query, setup }) => {
    expect(parseGithubSetup(query)).toEqual(setup);
  });

  it.each([
    '',
    '?installation_id=42',
    '?setup_action=install',
    '?setup_action=update',
    '?setup_action=delete&installation_id=42',
    '?setup_action=toString&installation_id=42',
    '?setup_action=install&setup_action=update&installation_id=42',
    '?setup_action=install&installation_id=42&installation_id=43',
    '?setup_action=install&installation_id=',
    '?setup_action=install&installation_id=0',
    '?setup_action=install&installation_id=042',
    '?setup_action=install&installation_id=-1',
    '?setup_action=install&installation_id=1.5',
    '?setup_action=install&installation_id=1e9',
    '?setup_action=install&installation_id=٤٢',
    '?setup_action=install&installation_id=4%0A2',
    '?setup_action=request&installation_id=%3Cscript%3E',
    `?setup_action=install&installation_id=${'9'.repeat(21)}`,
  ])('returns null for %s', (query) => {
    expect(parseGithubSetup(query)).toBeNull();
  });

  it('parses the path of /github/connected, which is a safe redirect [R2.5]', () => {
    const setups = fc.record({
      action: fc.constantFrom('install', 'update', 'request'),
      installationId: fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }).map(String),
    });
    fc.assert(
      fc.property(setups, (setup) => {
        const path = githubConnectedPath(setup);
        expect(safeRedirect(path)).toBe(path);
        expect(parseGithubSetup(path.slice(path.indexOf('?')))).toEqual(setup);
      }),
    );
  });
});
