import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { statePath } from '#machines/auth/state-path.ts';
import type { SimulatedTab } from './simulated-browser.ts';

/** What a person sees in a tab; `null` where there is no running page. */
export function seen(tab: SimulatedTab): { state: string; context: AuthContext } | null {
  if (tab.page === null || !tab.page.isRunning || tab.page.core === null) return null;
  const snapshot = tab.page.core.actor.getSnapshot();
  return { state: statePath(snapshot.value), context: snapshot.context };
}

/** The session whose member a tab shows. */
export function shownSession(tab: SimulatedTab) {
  const { state, context } = seen(tab) ?? {};
  return state?.startsWith('signedIn') === true ? (context?.session ?? null) : null;
}

/** Whether the machine of a tab accepts the event. */
export function canPress(tab: SimulatedTab, event: AuthEvent): boolean {
  return seen(tab) !== null && tab.page?.core?.actor.getSnapshot().can(event) === true;
}

export function press(tab: SimulatedTab, event: AuthEvent): void {
  tab.page?.core?.actor.send(event);
}

/** Chooses an account at Google, which leads the tab to the callback address. */
export async function chooseAccount(tab: SimulatedTab, email: string): Promise<void> {
  const { otherSite, browser } = tab;
  if (otherSite === null) throw new Error(`The tab ${tab.name} is not at Google.`);
  const response = await browser.handler.fetch(
    new Request(otherSite, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ choice: 'person', email }).toString(),
    }),
  );
  tab.load(response.headers.get('location') ?? '/');
}

/** An organization that the screen of a tab lists. */
export function listedOrganization(tab: SimulatedTab, slug: string) {
  return seen(tab)?.context.organizations?.find((listed) => listed.slug === slug) ?? null;
}

/** An organization of the menu that a member can switch to. */
export function otherOrganization(tab: SimulatedTab) {
  const { organizations, session } = seen(tab)?.context ?? {};
  return organizations?.find(({ id }) => id !== session?.organization.id) ?? null;
}

/** The newest code, or the newest link that is not opened yet, in the inboxes of all persons. */
export function newestMail({ browser }: SimulatedTab, kind: 'otp' | 'magic_link') {
  const { mail } = browser.handler.store.state;
  return mail.findLast((sent) => sent.kind === kind && !browser.openedLinks.has(sent.id)) ?? null;
}
