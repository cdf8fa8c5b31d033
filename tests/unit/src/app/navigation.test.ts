// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { DORAS_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import { NEW_TAB, type StartInputData, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { preloadOnLeavingLogin } from '#src/app/preload-on-leaving-login.ts';
import { navigateOnEmitted } from '#src/app/routing/navigation.ts';
import { trackPageViews } from '#src/app/routing/track-page-views.ts';
import { watchRequestedPage } from '#src/app/routing/watch-requested-page.ts';
import { checkSession } from '#src/app/services.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { saveRedirect } from '#src/storage/redirect.ts';
import { createTestMachine, settleCall } from '#tests/model/support/test-machine.ts';
import { goTo } from '../stytch/support/browser.ts';

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
  navigateOnEmitted(run.actor);
  return run;
}

const saved = () => localStorage.getItem('post_login_redirect');
function shownAddress(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

it.each([
  ['/discovery/', FIRST_PAGE],
  ['/discovery/more', '/discovery/more'],
])('leads a tab that another one signed in from %s to %s [R3.6]', (path, to) => {
  const { send } = open(path, NEW_TAB);
  saveRedirect('/policies?doc=requested-elsewhere');
  send({ type: 'session.found', session: SESSION });
  expect([shownAddress(), saved()]).toEqual([to, '/policies?doc=requested-elsewhere']);
});

describe('a page that the sign-in replaces [R2.11]', () => {
  it('is stored at once and with every new address, but no callback and no public page', () => {
    const run = open('/policies?doc=1#part', NEW_TAB);
    const save = watchRequestedPage(run.actor);
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
    watchRequestedPage(open('/policies?doc=of-ada', input).actor)();
    expect(saved()).toBeNull();
  });
});

describe('a page of a member', () => {
  const PAGE = '/policies?doc=of-ada#part';
  const end = async (event: AuthEvent, path = PAGE) => {
    const run = open(path, signedInTab(SESSION));
    saveRedirect('/policies?doc=from-before');
    watchRequestedPage(run.actor);
    run.send(event);
    for (const call of run.pending) await settleCall(call, { output: undefined });
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

  it('is left for the first page when the person changes, also before it is loaded [R3.7, R22.3]', async () => {
    const found = { type: 'session.found', session: DORAS_SESSION } as const;
    expect(await end(found)).toEqual([FIRST_PAGE, null]);
    saveRedirect('/policies?doc=from-before');
    open(PAGE, { ...signedInTab(DORAS_SESSION), lastShownEmail: SESSION.emailAddress });
    expect([shownAddress(), saved()]).toEqual([FIRST_PAGE, null]);
  });
});

it('the screens behind the login are loaded once on the way to Google, and not before [R1.3]', async () => {
  const preload = vi.fn(async () => undefined);
  const { actor, send } = open('/policies', NEW_TAB);
  preloadOnLeavingLogin(actor, preload);
  await Promise.resolve();
  expect(preload).not.toHaveBeenCalled();
  send({ type: 'google.start' });
  await vi.waitFor(() => expect(preload).toHaveBeenCalledOnce());
  send({ type: 'session.gone', reason: 'expired' });
  send({ type: 'session.found', session: SESSION });
  await Promise.resolve();
  expect(preload).toHaveBeenCalledOnce();
});

it('a page view is reported by its route, and once for an address [R18.1]', () => {
  const report = vi.fn();
  const track = trackPageViews(report);
  for (const path of [`${FIRST_PAGE}?q=ada`, `${FIRST_PAGE}?q=ada`, FIRST_PAGE, '/of/ada']) {
    goTo(path);
    track();
  }
  expect(report.mock.calls.map(([route]) => route)).toEqual([FIRST_PAGE, FIRST_PAGE, '/$']);
});

it('a check waits until the provider has confirmed the session, or it is gone [R23.1]', async () => {
  const { actor, pending, send } = open('/policies', signedInTab(SESSION));
  const confirmed = checkSession(actor);
  expect(pending.size).toBe(1);
  const output = { kind: 'refreshed', session: SESSION, at: 0 };
  for (const call of pending) await settleCall(call, { output });
  expect(await confirmed).toBe(true);
  const refused = checkSession(actor);
  send({ type: 'session.gone', reason: 'expired' });
  expect(await refused).toBe(false);
});
