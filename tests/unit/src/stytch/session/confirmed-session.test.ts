// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeAsOtherTab } from '../support/browser.ts';

const SESSION_KEY = 'auth_confirmed_session';
const TOKEN_KEY = 'auth_confirmed_token';

/** Loads the module as a new page does. */
async function load() {
  vi.resetModules();
  const { confirmed } = await import('#src/stytch/session/confirmed-session.ts');
  return confirmed;
}

beforeEach(() => localStorage.clear());

describe('the digest of the token', () => {
  it('is kept when a page without it confirms the same session again', async () => {
    localStorage.setItem(SESSION_KEY, 'session-1');
    localStorage.setItem(TOKEN_KEY, 'digest-1');
    const confirmed = await load();
    confirmed.writeSession('session-1');
    expect(confirmed.readToken()).toBe('digest-1');
  });

  it('is removed when another session is confirmed', async () => {
    localStorage.setItem(SESSION_KEY, 'session-1');
    localStorage.setItem(TOKEN_KEY, 'digest-1');
    const confirmed = await load();
    confirmed.writeSession('session-2');
    expect(confirmed.readToken()).toBeNull();
  });

  it('is recorded when its session is confirmed, not before', async () => {
    const confirmed = await load();
    confirmed.writeSession('session-1');
    confirmed.rememberToken('session-2', 'digest-2');
    expect(confirmed.readToken()).toBeNull();
    confirmed.writeSession('session-2');
    expect(confirmed.readToken()).toBe('digest-2');
  });
});

it('removes the whole record', async () => {
  const confirmed = await load();
  confirmed.writeSession('session-1');
  confirmed.rememberToken('session-1', 'digest-1');
  confirmed.writeSwitched('session-0');
  confirmed.writeIntermediate('digest-2');
  confirmed.remove();
  expect(localStorage.length).toBe(0);
  expect(confirmed.readSession()).toBeNull();
});

it('returns null after another tab has removed what this page has stored', async () => {
  const confirmed = await load();
  confirmed.writeSession('session-1');
  writeAsOtherTab(SESSION_KEY, null);
  expect(confirmed.readSession()).toBeNull();
});

it('calls back when another tab confirms a session, until it is stopped', async () => {
  const listener = vi.fn();
  const stop = (await load()).onSessionElsewhere(listener);
  writeAsOtherTab(SESSION_KEY, null);
  writeAsOtherTab(TOKEN_KEY, 'digest-1');
  expect(listener).not.toHaveBeenCalled();
  writeAsOtherTab(SESSION_KEY, 'session-1');
  expect(listener).toHaveBeenCalledOnce();
  stop();
  writeAsOtherTab(SESSION_KEY, 'session-2');
  expect(listener).toHaveBeenCalledOnce();
});
