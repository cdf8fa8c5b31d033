// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { readStoredSession, removeInvalidSdkState, resyncSdk } from '#src/stytch/sdk/sdk-state.ts';
import { clearBrowser } from '../support/browser.ts';

const TOKEN = 'public-token-test-x';
const KEY = `stytch_sdk_state_${TOKEN}`;
const SETTINGS_KEY = `${KEY}::bootstrap`;
const SESSION = JSON.stringify({
  session: { member_session_id: 'session-1', expires_at: '2026-01-06T12:00:00Z' },
  member: { member_id: 'member-1' },
  organization: {
    organization_id: 'organization-1',
    organization_slug: 'acme',
    organization_name: 'Acme',
  },
});

beforeEach(clearBrowser);

it.each([
  ['null', true, 'null'],
  ['{}', true, '{}'],
  [SESSION, true, SESSION],
  ['{', false, null],
  ['', false, null],
  ['{"session":{}}', false, null],
])('knows whether the SDK can read the state %j: %s', (text, isKept, newValue) => {
  localStorage.setItem(KEY, text);
  const received = vi.fn();
  window.addEventListener('storage', received);
  resyncSdk(TOKEN);
  window.removeEventListener('storage', received);
  expect(received.mock.lastCall).toMatchObject([{ key: KEY, newValue, storageArea: localStorage }]);
  const memberId = readStoredSession(TOKEN)?.member.member_id;
  expect(memberId).toBe(text === SESSION ? 'member-1' : undefined);
  removeInvalidSdkState(TOKEN);
  expect(localStorage.getItem(KEY)).toBe(isKept ? text : null);
});

it.each([
  ['{"rbacPolicy":null}', true],
  ['{"rbacPolicy":{"roles":[],"resources":[]}}', true],
  ['{"rbacPolicy":{"roles":[]}}', false],
  ['{}', false],
])('keeps the cached settings %s: %s', (text, isKept) => {
  localStorage.setItem(SETTINGS_KEY, text);
  removeInvalidSdkState(TOKEN);
  expect(localStorage.getItem(SETTINGS_KEY) !== null).toBe(isKept);
});
