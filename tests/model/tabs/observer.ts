import { maskEmail } from '#machines/rules/email.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { SESSION_COOKIE } from '#src/stytch/session/cookies.ts';
import { GESTURES, PAGE_STEPS, type TabStep } from './commands.ts';
import type { Sent } from './network.ts';
import { newestMail, seen, shownSession } from './person.ts';
import type { SimulatedBrowser, SimulatedTab } from './simulated-browser.ts';

const REFRESH_PATH = '/b2b/sessions/authenticate';

/** Fields of requests whose value the provider accepts once. */
const SINGLE_USE = /"((?:discovery_)?oauth_token|discovery_magic_links_token)":"([^"]+)"/;

/** Milliseconds by which a refresh may be early: the product's own tolerance between two clocks. */
const TOLERANCE = 2_000;

/** Performs steps in the tabs of a browser, and checks after each what must always hold. */
export class Observer {
  readonly browser: SimulatedBrowser;
  /** How many steps were performed. */
  steps = 0;
  /** Who sits at a tab: who signed in there, or was confirmed there by name. */
  private readonly persons = new Map<SimulatedTab, string>();
  /** The ids of the sessions that a person has ended. */
  private readonly ended = new Set<string>();

  constructor(browser: SimulatedBrowser) {
    this.browser = browser;
  }

  /** Performs a step in the tab of an index. Throws when something does not hold afterwards. */
  async perform(index: number, step: TabStep): Promise<void> {
    const tab = this.browser.tabs[index];
    if (tab === undefined) throw new Error(`There is no tab ${index}.`);
    this.steps += 1;
    // No two gestures are in the same millisecond: a sign-out is known by its time.
    await this.browser.pass(1);
    this.note(tab, step);
    await step.act(tab);
    await this.browser.settle();
    this.check();
  }

  async pass(milliseconds: number): Promise<void> {
    await this.browser.pass(milliseconds);
    this.check();
  }

  /** Notes what a step of a person means: who they are, and which session they end. */
  private note(tab: SimulatedTab, step: TabStep): void {
    const { persons } = this;
    const person = personOf(tab, step);
    if (person !== null) persons.set(tab, person);
    if (step === PAGE_STEPS.close) persons.delete(tab);
    // The next page cannot know who has answered Google (docs/security.md).
    if (step === PAGE_STEPS.reload && seen(tab)?.state === 'signedOut.redeeming')
      persons.delete(tab);
    const session = step === GESTURES.signOut ? shownSession(tab) : null;
    if (session !== null) this.ended.add(session.sessionId);
  }

  private check(): void {
    const { network } = this.browser;
    const violated = [
      ...this.browser.tabs.flatMap((tab) => this.violatedIn(tab)),
      ...this.violatedByCookie(),
      ...tokensUsedTwice(network.log),
      ...earlyRefreshes(network.log),
    ];
    if (violated.length > 0) throw new Error(violated.join('\n'));
  }

  private violatedIn(tab: SimulatedTab): readonly string[] {
    const { persons, ended } = this;
    const { name } = tab;
    if (seen(tab)?.state.startsWith('signedOut.default') === true) persons.delete(tab);
    const listed = whomTheListNames(tab);
    if (listed !== null) persons.set(tab, listed);
    const session = shownSession(tab);
    if (session === null) return [];
    const address = session.emailAddress ?? '';
    const person = persons.get(tab) ?? address;
    persons.set(tab, address);
    const held = this.sessionOfCookie();
    return [
      ...(ended.has(session.sessionId) ? [`${name} shows a session that was signed out`] : []),
      ...(person === address || isTold(tab, address)
        ? []
        : [`${name} shows ${address} to ${person} without being told`]),
      // During a switch, the provider has ended the session of the cookie, but the response has not arrived.
      ...(this.browser.cookies.value(SESSION_COOKIE) === null
        ? [`${name} shows ${address} without a cookie`]
        : []),
      ...(held !== undefined && held.email !== address
        ? [`${name} shows ${address}, and the cookie is of ${held.email}`]
        : []),
    ];
  }

  private violatedByCookie(): readonly string[] {
    const held = this.sessionOfCookie();
    return held !== undefined && this.ended.has(held.id)
      ? [`the cookie has the session of ${held.email} again, who signed out`]
      : [];
  }

  /** The provider's session of the cookie that all tabs share. */
  private sessionOfCookie() {
    const { cookies, handler } = this.browser;
    const token = cookies.value(SESSION_COOKIE);
    const { sessions, members } = handler.store.state;
    const session = sessions.find((known) => known.token === token && known.revokedAt === null);
    const member = members.find(({ id }) => id === session?.memberId);
    return session && member && { id: session.id, email: member.email };
  }
}

/** Whom a step makes the person of a tab. */
function personOf(tab: SimulatedTab, step: TabStep): string | null {
  if (step.person !== undefined) return step.person;
  if (step === GESTURES.openLink) return newestMail(tab, 'magic_link')?.to ?? null;
  return null;
}

/** Whether a tab says by name who is signed in. */
function isTold(tab: SimulatedTab, address: string): boolean {
  const { notice, personNotice } = seen(tab)?.context ?? {};
  return [notice, personNotice].some((shown) => shown?.text.includes(address));
}

/** The person of a list that another one sees, and is told of by a masked address; `null` without such a list. */
function whomTheListNames(tab: SimulatedTab): string | null {
  const { emailAddress = null, personNotice } = seen(tab)?.context ?? {};
  const isNamed = personNotice?.text.includes(maskEmail(emailAddress ?? '')) === true;
  return isNamed ? emailAddress : null;
}

function tokensUsedTwice(log: readonly Sent[]): readonly string[] {
  const tokens = log.flatMap(({ body }) => SINGLE_USE.exec(body)?.[2] ?? []);
  return tokens
    .filter((token, index) => tokens.indexOf(token) !== index)
    .map((token) => `the token ${token} is used twice`);
}

/** Refreshes that follow a successful one of the same session within the interval, while no response was lost. */
function earlyRefreshes(log: readonly Sent[]): readonly string[] {
  const refreshes = log.filter(
    ({ path, body }) => path === REFRESH_PATH && !body.includes('session_duration_minutes'),
  );
  return refreshes.flatMap((next, index) => {
    const earlier = refreshes
      .slice(0, index)
      .filter(({ authorization }) => authorization === next.authorization);
    const last = earlier.at(-1);
    if (last?.usedAt == null || earlier.at(-2)?.usedAt === null) return [];
    const gap = next.sentAt - last.usedAt;
    return gap < REFRESH_INTERVAL - TOLERANCE
      ? [`${next.page.tab.name} refreshes ${gap} ms after a refresh`]
      : [];
  });
}
