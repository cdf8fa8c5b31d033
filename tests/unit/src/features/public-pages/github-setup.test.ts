import { expect, it } from 'vitest';
import { parseGithubSetup } from '#src/features/public-pages/github-setup.ts';

it.each([
  ['?code=abc&installation_id=42&setup_action=update&state=x', 'update', '42'],
  ['setup_action=request', 'request', null],
  ['?setup_action=request&installation_id=9007199254740993', 'request', '9007199254740993'],
])('parses %s [R2.5]', (query, action, installationId) => {
  expect(parseGithubSetup(query)).toEqual({ action, installationId });
});

it.each([
  '',
  'installation_id=42',
  'setup_action=install',
  'setup_action=toString&installation_id=42',
  ...['', '0', '042', '-1', '1.5', '1e9', '٤٢', '4%0A2', '%3Cscript%3E', '9'.repeat(21)].map(
    (id) => `setup_action=install&installation_id=${id}`,
  ),
])('returns null for %s', (query) => {
  expect(parseGithubSetup(query)).toBeNull();
});
