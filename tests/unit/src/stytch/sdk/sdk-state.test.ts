// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  guardSdkState,
  isResyncEvent,
  readStoredSession,
  removeInvalidSdkState,
  removeSdkState,
  resyncSdk,
} from '#src/stytch/sdk/sdk-state.ts';
import { clearBrowser, writeAsOtherTab } from '../support/browser.ts';

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

/** The `storage` events that a listener receives: the SDK adds its own after the product. */
let received: StorageEvent[];
const values = () => received.map(({ newValue }) => newValue);
const receive = (event: StorageEvent) => received.push(event);

beforeEach(() => {
  clearBrowser();
  received = [];
  vi.spyOn(window, 'addEventListener');
});
afterEach(() => {
  // The next test is another page.
  for (const [type, listener, options] of vi.mocked(window.addEventListener).mock.calls) {
    window.removeEventListener(type, listener, options);
  }
});

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

  it('sends an event that can be told from one of another tab', () => {
    window.addEventListener('storage', receive);
    resyncSdk(TOKEN);
    writeAsOtherTab(KEY, 'null');
    expect(received.map(isResyncEvent)).toEqual([true, false]);
  });
});

describe('guardSdkState', () => {
  beforeEach(() => {
    guardSdkState(TOKEN);
    window.addEventListener('storage', receive);
  });

  it.each([
    ['a session', SESSION],
    ['no session', 'null'],
    ['the empty state', '{}'],
    ['a removal', null],
  ])('passes %s of another tab to the SDK', (_, text) => {
    writeAsOtherTab(KEY, text);
    expect(values()).toEqual([text]);
    expect(received.map(isResyncEvent)).toEqual([false]);
    expect(localStorage.getItem(KEY)).toBe(text);
  });

  it('replaces an invalid value of another tab by no session', () => {
    writeAsOtherTab(KEY, '{');
    expect(values()).toEqual(['null']);
    expect(localStorage.getItem(KEY)).toBe('null');
  });

  it.each([
    ['valid', 'null'],
    ['invalid', '{'],
  ])('hides a %s value that is no longer stored [R22.1]', (_, newValue) => {
    localStorage.setItem(KEY, SESSION);
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }));
    expect(received).toEqual([]);
    expect(localStorage.getItem(KEY)).toBe(SESSION);
  });

  it('passes values of other keys as they are', () => {
    writeAsOtherTab('post_login_redirect', '{');
    window.dispatchEvent(new StorageEvent('storage', { key: SETTINGS_KEY, newValue: '{' }));
    expect(values()).toEqual(['{', '{']);
  });

  it('passes the event of resyncSdk, also when storage holds an invalid value', () => {
    localStorage.setItem(KEY, '{');
    resyncSdk(TOKEN);
    expect(values()).toEqual([null]);
  });
});

it('hides values also from a listener that was added before', () => {
  window.addEventListener('storage', receive);
  guardSdkState(TOKEN);
  writeAsOtherTab(KEY, '{');
  expect(values()).toEqual(['null']);
});
