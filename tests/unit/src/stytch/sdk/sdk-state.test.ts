// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readStoredSession,
  removeInvalidSdkState,
  removeSdkState,
  resyncSdk,
} from '#src/stytch/sdk/sdk-state.ts';
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

const received: StorageEvent[] = [];
const receive = (event: StorageEvent) => void received.push(event);

beforeEach(() => {
  clearBrowser();
  received.length = 0;
});
afterEach(() => window.removeEventListener('storage', receive));

describe('removeInvalidSdkState', () => {
  it.each([
    ['the state of no session', 'null'],
    ['the empty state', '{}'],
    ['a session', SESSION],
  ])('keeps %s', (_, text) => {
    localStorage.setItem(KEY, text);
    removeInvalidSdkState(TOKEN);
    expect(localStorage.getItem(KEY)).toBe(text);
  });

  it.each(['{', '[]', '5', '', '{"session":{}}'])('removes the state %j', (text) => {
    localStorage.setItem(KEY, text);
    removeInvalidSdkState(TOKEN);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each([
    ['{"rbacPolicy":null}', true],
    ['{"rbacPolicy":{"roles":[],"resources":[]}}', true],
    ['{"rbacPolicy":{"roles":[]}}', false],
    ['{"rbacPolicy":{"resources":[]}}', false],
    ['{"rbacPolicy":5}', false],
    ['{}', false],
    ['5', false],
    ['{', false],
  ])('keeps the cached settings %s: %s', (text, isKept) => {
    localStorage.setItem(SETTINGS_KEY, text);
    removeInvalidSdkState(TOKEN);
    expect(localStorage.getItem(SETTINGS_KEY) !== null).toBe(isKept);
  });
});

it('removes all values of the SDK, and no other, when the session ends', () => {
  localStorage.setItem(KEY, SESSION);
  localStorage.setItem(SETTINGS_KEY, '{}');
  localStorage.setItem('post_login_redirect', '/policies');
  removeSdkState(TOKEN);
  expect(Object.keys(localStorage)).toEqual(['post_login_redirect']);
});

it.each([
  ['a session', SESSION, { member: { member_id: 'member-1' } }],
  ['no session', 'null', null],
  ['an invalid text', '{', null],
])('reads %s from storage', (_, text, expected) => {
  localStorage.setItem(KEY, text);
  const read = readStoredSession(TOKEN);
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

describe('resyncSdk', () => {
  it.each([
    ['a session', SESSION, SESSION],
    ['no session', 'null', 'null'],
    ['an invalid text as no session', '{', null],
  ])('sends the SDK %s', (_, text, newValue) => {
    window.addEventListener('storage', receive);
    localStorage.setItem(KEY, text);
    resyncSdk(TOKEN);
    expect(received).toMatchObject([{ key: KEY, newValue, storageArea: localStorage }]);
  });
});
