import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { SimulatedPage } from './simulated-page.ts';
import type { SimulatedTab } from './simulated-tab.ts';

/** Returns what a step does in a tab; `null` where it is not possible. */
type Step = (tab: SimulatedTab) => (() => unknown) | null;

/** What a person sees in a tab; `null` where there is no running page. */
export function seen({ page }: SimulatedTab): { state: string; context: AuthContext } | null {
  if (page?.core == null || !page.isRunning) return null;
  const { value, context } = page.core.actor.getSnapshot();
  return { state: statePath(value), context };
}

/** The session whose member a tab shows. */
export function shownSession(tab: SimulatedTab) {
  const { state, context } = seen(tab) ?? {};
  return state?.startsWith('signedIn') === true ? (context?.session ?? null) : null;
}

/** A person sends an event that the machine of the tab accepts. */
const send = (event: AuthEvent) => sendWith(() => event);
const sendWith =
  (eventOf: (context: AuthContext, tab: SimulatedTab) => AuthEvent | null | undefined): Step =>
  (tab) => {
    const { context } = seen(tab) ?? {};
    const actor = tab.page?.core?.actor;
    const event = context && eventOf(context, tab);
    return event && actor?.getSnapshot().can(event) ? () => actor.send(event) : null;
  };

const choose = (slug: string) =>
  sendWith(({ organizations }) => {
    const organization = organizations?.find((listed) => listed.slug === slug);
    return organization && { type: 'organization.choose', organization };
  });

const onPage =
  (act: (page: SimulatedPage, tab: SimulatedTab) => unknown): Step =>
  (tab) => {
    const { page } = tab;
    return page === null || seen(tab) === null ? null : () => act(page, tab);
  };

const atGoogle =
  (act: (tab: SimulatedTab, address: URL) => unknown): Step =>
  (tab) => {
    const { otherSite } = tab;
    return otherSite && (() => act(tab, otherSite));
  };

/** A person chooses an account at Google, which leads the tab to the callback address. */
const chooseAccount = (email: string) =>
  atGoogle(async (tab, address) => {
    tab.person = email;
    const body = new URLSearchParams({ choice: 'person', email });
    const request = new Request(address, { method: 'POST', body });
    const response = await tab.browser.handler.fetch(request);
    tab.load(response.headers.get('location') ?? '/');
  });

export const heldOf = ({ browser, page }: SimulatedTab) => browser.network.heldOf(page);
const endHeld =
  (index: number, end: 'answered' | 'lost' | 'doubled'): Step =>
  (tab) => {
    const call = heldOf(tab).at(index);
    return call === undefined ? null : () => call.end(end);
  };

/** The newest code, or the newest link that is not opened yet, in the inboxes of all persons. */
function newestMail({ browser }: SimulatedTab, kind: 'otp' | 'magic_link') {
  const { mail } = browser.handler.store.state;
  return mail.findLast((sent) => sent.kind === kind && !browser.openedLinks.has(sent.id));
}

/** What a person does, and what becomes of the requests. Acme, of Ada and Dora, needs no more than Google; Birch, of Ben, a verified address. */
export const GESTURES = {
  'presses Google': send({ type: 'google.start' }),
  'is Ada at Google': chooseAccount('ada@acme.example'),
  'is Dora at Google': chooseAccount('dora@acme.example'),
  'is Ben at Google': chooseAccount('ben@birch.example'),
  'chooses Acme': choose('acme'),
  'chooses Birch': choose('birch'),
  'signs out': (tab) => {
    const { sessionId } = shownSession(tab) ?? {};
    const signOut = send({ type: 'signOut' })(tab);
    if (signOut === null || sessionId === undefined) return signOut;
    return () => {
      tab.browser.ended.add(sessionId);
      signOut();
    };
  },
  'goes back to the login screen': (tab) => {
    const goBack = send({ type: 'back' })(tab);
    if (goBack === null || goBack === undefined) return null;
    return () => {
      // A tab whose session has arrived meanwhile is followed at once: nobody saw that person here.
      tab.person = null;
      goBack();
    };
  },
  'opens the organization menu': send({ type: 'organization.list' }),
  'switches to another organization': sendWith(({ organizations, session }) => {
    const other = organizations?.find(({ id }) => id !== session?.organization.id);
    return other && { type: 'organization.switch', id: other.id };
  }),
  'extends the session': send({ type: 'session.extend' }),
  'chooses a different organization': send({ type: 'organization.chooseDifferent' }),
  'asks for a code': send({ type: 'code.send' }),
  'types the code': sendWith((_, tab) => {
    const mail = newestMail(tab, 'otp');
    return mail && { type: 'code.verify', code: mail.secret };
  }),
  'asks for a link': send({ type: 'link.send' }),
  'opens the newest link': (tab) => {
    const mail = newestMail(tab, 'magic_link');
    if (mail?.link == null) return null;
    const { id, to, link } = mail;
    return () => {
      tab.browser.openedLinks.add(id);
      tab.person = to;
      tab.load(link);
    };
  },
  'continues with the link': send({ type: 'link.confirm' }),
  'opens another page of the product': onPage(({ core }) => core?.stytchAuth.routeChanged()),
  'reaches the provider, and waits for the response': (tab) => heldOf(tab)[0]?.arrive ?? null,
  'gets its oldest response': endHeld(0, 'answered'),
  'gets its newest response': endHeld(-1, 'answered'),
  'loses its oldest response': endHeld(0, 'lost'),
  'sends its oldest request twice': endHeld(0, 'doubled'),
} satisfies Record<string, Step>;

/** What happens to a page, its tab and its network, possible at any time: a walk of these alone would sign nobody in. */
export const DISTURBANCES = {
  reloads: onPage(({ url }, tab) => {
    // The next page cannot know who has answered Google (docs/security.md).
    if (seen(tab)?.state === 'signedOut.redeeming') tab.person = null;
    tab.load(url.href, 'reload');
  }),
  'is closed, and a new tab opens': (tab) => () => tab.replace(),
  freezes: onPage((page) => page.freeze()),
  'runs again':
    ({ page }) =>
    () =>
      page?.resume('visibilitychange'),
  'goes back from Google': atGoogle((tab) => tab.goBack(true)),
  'goes back from Google, to a new page': atGoogle((tab) => tab.goBack(false)),

  'has a slow network': (tab) => () => {
    tab.isSlow = true;
  },
  'has a fast network': (tab) => () => {
    tab.isSlow = false;
    for (const call of heldOf(tab)) call.end('answered');
  },
} satisfies Record<string, Step>;

export const STEPS = { ...GESTURES, ...DISTURBANCES };
export type StepName = keyof typeof STEPS;

/** Milliseconds that may pass: a moment, a time-out, a refresh, and an intermediate session. */
export const TIMES_THAT_PASS = [500, 15_500, REFRESH_INTERVAL, 10 * 60_000];
