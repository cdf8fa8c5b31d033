// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import {
  ACME,
  DORAS_SESSION,
  SESSION,
  STORED_INTERMEDIATE,
} from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { preloadOnLeavingLogin } from '#src/app/preload-on-leaving-login.ts';
import { createPageUrl, navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { saveRequestedPage } from '#src/app/routing/save-requested-page.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { saveRedirect } from '#src/storage/redirect.ts';
import { createTestMachine, settleCall } from '#tests/model/support/test-machine.ts';
import { goTo } from '../stytch/support/browser.ts';

const IN_LIST: StartInputData = {
  ...NEW_TAB,
  hasIntermediateCookie: true,
  storedSignIn: {
    ...NO_STORED_SIGN_IN,
    organizations: [ACME],
    intermediateDigest: STORED_INTERMEDIATE,
  },
};
const assign = vi.fn();

beforeEach(() => {
  localStorage.clear();
  assign.mockClear();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

/** Opens a page in a tab that starts like this. */
function open(path: string, input: StartInputData) {
  goTo(path);
  const run = createTestMachine().start(input);
  navigateOnEmitted(run.actor, createPageUrl());
  const settle = async (output: unknown) => {
    for (const call of run.pending) await settleCall(call, { output });
  };
  return { ...run, settle };
}

const saved = () => localStorage.getItem('post_login_redirect');
function shownAddress(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

it.each([
  ['the stored redirect, and uses it up [R3.1]', '/policies?doc=wanted#part'],
  ['the first page without one [R3.2]', null],
])('leads the tab that completes a sign-in to %s', async (_, redirect) => {
  const { send, settle } = open('/discovery', IN_LIST);
  if (redirect !== null) saveRedirect(redirect);
  send({ type: 'organization.choose', organization: ACME });
  await settle({ kind: 'authenticated', session: SESSION, at: 0 });
  expect([shownAddress(), saved()]).toEqual([redirect ?? FIRST_PAGE, null]);
});

it.each([
  ['/discovery/', FIRST_PAGE],
  ['/%64iscovery', FIRST_PAGE],
  ['/Authenticate', FIRST_PAGE],
  ['/discovery/more', '/discovery/more'],
])('leads a tab that another one signed in from %s to %s [R3.6]', (path, to) => {
  const { send } = open(path, NEW_TAB);
  saveRedirect('/policies?doc=requested-elsewhere');
  send({ type: 'session.found', session: SESSION });
  expect([shownAddress(), saved()]).toEqual([to, '/policies?doc=requested-elsewhere']);
});

it('leads through the router once there is one, without an entry of the history', () => {
  goTo('/health');
  const entries = window.history.length;
  const pageUrl = createPageUrl();
  pageUrl.replace('/policies');
  expect([shownAddress(), window.history.length]).toEqual(['/policies', entries]);
  const replace = vi.fn();
  pageUrl.connect({ history: Object.assign(createMemoryHistory(), { replace }) });
  pageUrl.replace('/health');
  expect(replace.mock.calls).toEqual([['/health']]);
});

describe('a page that the sign-in replaces [R2.11]', () => {
  it('is stored at once and with every new address, but no callback and no public page', () => {
    const run = open('/policies?doc=1#part', NEW_TAB);
    const save = saveRequestedPage(run.actor);
    for (const path of ['/health', '/discovery']) {
      goTo(path);
      save();
      expect(saved()).toBe('/policies?doc=1#part');
    }
    goTo('/policies?doc=2');
    save();
    expect(saved()).toBe('/policies?doc=2');
  });

  it.each([
    ['while its member is signed in', signedInTab(SESSION)],
    ['while the provider confirms a session', { ...NEW_TAB, hasSessionCookie: true }],
  ])('is not stored %s', (_, input) => {
    saveRequestedPage(open('/policies?doc=of-ada', input).actor)();
    expect(saved()).toBeNull();
  });
});

describe('a page of a member', () => {
  const PAGE = '/policies?doc=of-ada#part';
  const end = async (event: AuthEvent, path = PAGE) => {
    const run = open(path, signedInTab(SESSION));
    saveRedirect('/policies?doc=from-before');
    saveRequestedPage(run.actor);
    run.send(event);
    await run.settle(undefined);
    return [shownAddress(), saved()];
  };

  it.each<[string, AuthEvent, string | null]>([
    ['signs out', { type: 'signOut' }, null],
    ['signed out in another tab', { type: 'session.gone', reason: 'elsewhere' }, null],
    ['stops an impersonation [R12.4]', { type: 'impersonation.stop' }, '/'],
  ])('is left for the next person when the first %s [R3.7]', async (_, event, loaded) => {
    expect(await end(event)).toEqual(['/', '/']);
    // Only after an impersonation is the page loaded again. Tabs that sleep learn of it by the record.
    expect(assign.mock.calls).toEqual(loaded === null ? [] : [[loaded]]);
    expect(localStorage.getItem('auth_signed_out_at') === null).toBe(loaded === null);
  });

  it.each<[string, AuthEvent]>([
    ['has expired', { type: 'session.gone', reason: 'expired' }],
    ['was cleared by hand', { type: 'route.changed', hasSession: false }],
  ])('stays when the session %s: the same person returns [R3.7, R11.5]', async (_, event) => {
    expect(await end(event)).toEqual([PAGE, PAGE]);
  });

  it.each(['/health', '/discovery'])('is not %s, which stays [R3.7]', async (path) => {
    expect((await end({ type: 'signOut' }, path))[0]).toBe(path);
  });

  it('is left for the first page when the person changes [R22.3]', async () => {
    const found = { type: 'session.found', session: DORAS_SESSION } as const;
    expect(await end(found)).toEqual([FIRST_PAGE, null]);
  });
});

describe('the screens behind the login [R1.3]', () => {
  const load = (input: StartInputData) => {
    const preload = vi.fn(async () => undefined);
    const run = open('/policies', input);
    preloadOnLeavingLogin(run.actor, preload);
    return { ...run, preload };
  };

  it.each([
    ['with a stored session', signedInTab(SESSION)],
    ['while a callback is redeemed', { ...NEW_TAB, callback: 'discovery_oauth' as const }],
  ])('are loaded at the start %s', async (_, input) => {
    const { preload } = load(input);
    await vi.waitFor(() => expect(preload).toHaveBeenCalledOnce());
  });

  it('are loaded once on the way to Google, and not before', async () => {
    const { preload, send } = load(NEW_TAB);
    await Promise.resolve();
    expect(preload).not.toHaveBeenCalled();
    send({ type: 'google.start' });
    await vi.waitFor(() => expect(preload).toHaveBeenCalledOnce());
    send({ type: 'session.gone', reason: 'expired' });
    send({ type: 'session.found', session: SESSION });
    await Promise.resolve();
    expect(preload).toHaveBeenCalledOnce();
  });
});
