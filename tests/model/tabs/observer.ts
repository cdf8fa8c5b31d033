import { ok } from 'node:assert/strict';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { cookieNames } from '#src/stytch/session/cookies.ts';
import type { Sent } from './network.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';
import type { SimulatedTab } from './simulated-tab.ts';
import { heldOf, type StepName, seen, shownSession } from './steps.ts';

const NAVIGATION: StepName = 'opens another page of the product';
const SESSION_COOKIE = cookieNames(EMULATOR_PUBLIC_TOKEN).session;
const REFRESH_PATH = '/b2b/sessions/authenticate';

/** Fields of requests whose value the provider accepts once. */
const SINGLE_USE = /"((?:discovery_)?oauth_token|discovery_magic_links_token)":"([^"]+)"/;

/** Milliseconds by which a refresh may be early: the product's own tolerance between two clocks. */
const TOLERANCE = 2_000;

/** Throws when something does not hold that must always hold. */
export function observe(browser: SimulatedBrowser, last?: StepName): void {
  const { network, ended, heldSession: before } = browser;
  const held = sessionOfCookie(browser);
  browser.heldSession = held;
  const isLost = held === undefined && before?.revokedAt === null;
  ok(last !== NAVIGATION || !isLost, 'A navigation has ended a session that nobody cleared.');
  ok(!ended.has(held?.id ?? ''), `The cookie has the session of a person who signed out.`);
  for (const tab of browser.tabs) observeTab(tab);
  const tokens = network.log.flatMap(({ body }) => SINGLE_USE.exec(body)?.[2] ?? []);
  ok(new Set(tokens).size === tokens.length, `One of these tokens is used twice: ${tokens}`);
  observeRefreshes(network.log);
}

function observeTab(tab: SimulatedTab): void {
  const { browser, name } = tab;
  const { state, context } = seen(tab) ?? {};
  if (state?.startsWith('signedOut.default') === true) tab.person = null;
  // An answer of Google that failed names nobody: the list is of the person before.
  if (state === 'signedOut.selecting.browsing' && context?.notice?.tone === 'error')
    tab.person = context.emailAddress;
  // The list of another person is told by a masked address.
  const listed = context?.emailAddress ?? null;
  if (listed !== null && context?.personNotice?.values.email === maskEmail(listed))
    tab.person = listed;
  const session = shownSession(tab);
  if (session === null) return;
  const address = session.emailAddress ?? '';
  const person = tab.person ?? address;
  const notices = [context?.notice, context?.personNotice];
  const isTold = person === address || notices.some((notice) => notice?.values.email === address);
  ok(isTold, `${name} shows ${address} to ${person} without being told.`);
  tab.person = address;
  ok(!browser.ended.has(session.sessionId), `${name} shows a session that was signed out.`);
  // What another tab does to the session is reported when the own call has settled.
  if (browser.staleCookies.has(tab) || heldOf(tab).length > 0) return;
  ok(browser.cookie(SESSION_COOKIE) !== null, `${name} shows ${address} without a cookie.`);
  const held = sessionOfCookie(browser);
  const { members } = browser.handler.store.state;
  const owner = members.find(({ id }) => id === held?.memberId)?.email ?? address;
  ok(owner === address, `${name} shows ${address}, and the cookie is of ${owner}.`);
}

/** The provider's session of the cookie that all tabs share. */
function sessionOfCookie(browser: SimulatedBrowser) {
  const token = browser.cookie(SESSION_COOKIE);
  const { sessions } = browser.handler.store.state;
  return sessions.find((known) => known.token === token && known.revokedAt === null);
}

/** No refresh follows a successful one of the same session within the interval, while no response was lost. */
function observeRefreshes(log: readonly Sent[]): void {
  const refreshes = log.filter(
    ({ path, body }) => path === REFRESH_PATH && !body.includes('session_duration_minutes'),
  );
  const sessions = new Set(refreshes.map(({ authorization }) => authorization));
  for (const session of sessions) {
    const own = refreshes.filter(({ authorization }) => authorization === session);
    for (const [index, { page, sentAt }] of own.entries()) {
      const [before, last] = [own[index - 2], own[index - 1]];
      if (last?.usedAt == null || before?.usedAt === null) continue;
      const gap = sentAt - last.usedAt;
      ok(gap >= REFRESH_INTERVAL - TOLERANCE, `${page.tab.name} refreshes after ${gap} ms.`);
    }
  }
}
