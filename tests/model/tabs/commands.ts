import fc from 'fast-check';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import type { Observer } from './observer.ts';
import {
  canPress,
  chooseAccount,
  listedOrganization,
  newestMail,
  otherOrganization,
  press,
  seen,
} from './person.ts';
import type { SimulatedTab } from './simulated-browser.ts';

/** Acme, of Ada and Dora, asks for nothing more than Google; Birch, of Ben, asks for a verified address. */
const ADA = 'ada@acme.example';
const DORA = 'dora@acme.example';
const BEN = 'ben@birch.example';

/** Something that happens in a tab. */
export interface TabStep {
  readonly name: string;
  readonly isPossible: (tab: SimulatedTab) => boolean;
  readonly act: (tab: SimulatedTab) => unknown;
  /** The address of the person who does it, if the step tells. */
  readonly person?: string;
}

function gesture(name: string, eventOf: (tab: SimulatedTab) => AuthEvent | null): TabStep {
  return {
    name,
    isPossible(tab) {
      const event = eventOf(tab);
      return event !== null && canPress(tab, event);
    },
    act(tab) {
      const event = eventOf(tab);
      if (event !== null) press(tab, event);
    },
  };
}

function choiceOf(tab: SimulatedTab, slug: string): AuthEvent | null {
  const organization = listedOrganization(tab, slug);
  return organization && { type: 'organization.choose', organization };
}

const isShown = (tab: SimulatedTab) => seen(tab) !== null;

function chooses(email: string): TabStep {
  return {
    name: `chooses ${email} at Google`,
    isPossible: (tab) => tab.otherSite !== null,
    act: (tab) => chooseAccount(tab, email),
    person: email,
  };
}

/** What a person does on the screens. */
export const GESTURES = {
  google: gesture('presses Google', () => ({ type: 'google.start' })),
  chooseAda: chooses(ADA),
  chooseDora: chooses(DORA),
  chooseBen: chooses(BEN),
  acme: gesture('chooses Acme', (tab) => choiceOf(tab, 'acme')),
  birch: gesture('chooses Birch', (tab) => choiceOf(tab, 'birch')),
  signOut: gesture('signs out', () => ({ type: 'signOut' })),
  back: gesture('goes back to the login screen', () => ({ type: 'back' })),
  list: gesture('opens the organization menu', () => ({ type: 'organization.list' })),
  switch: gesture('switches to another organization', (tab) => {
    const organization = otherOrganization(tab);
    return organization && { type: 'organization.switch', id: organization.id };
  }),
  extend: gesture('extends the session', () => ({ type: 'session.extend' })),
  chooseDifferent: gesture('chooses a different organization', () => ({
    type: 'organization.chooseDifferent',
  })),
  sendCode: gesture('asks for a code', () => ({ type: 'code.send' })),
  verifyCode: gesture('types the code', (tab) => {
    const mail = newestMail(tab, 'otp');
    return mail && { type: 'code.verify', code: mail.secret };
  }),
  sendLink: gesture('asks for a link', () => ({ type: 'link.send' })),
  openLink: {
    name: 'opens the newest link',
    isPossible: (tab) => newestMail(tab, 'magic_link') !== null,
    act(tab) {
      const mail = newestMail(tab, 'magic_link');
      if (mail?.link == null) return;
      tab.browser.openedLinks.add(mail.id);
      tab.load(mail.link);
    },
  },
  confirmLink: gesture('continues with the link', () => ({ type: 'link.confirm' })),
} satisfies Record<string, TabStep>;

/** What happens to a page. */
export const PAGE_STEPS = {
  reload: { name: 'reloads', isPossible: isShown, act: (tab) => tab.reload() },
  close: {
    name: 'is closed, and a new tab opens',
    isPossible: () => true,
    act(tab) {
      tab.close();
      tab.load('/');
    },
  },
  freeze: { name: 'freezes', isPossible: isShown, act: (tab) => tab.page?.freeze() },
  thaw: {
    name: 'runs again',
    isPossible: ({ page }) => page?.isRunning === false,
    act: ({ page }) => page?.resume(new Event('visibilitychange')),
  },
  back: {
    name: 'goes back from Google',
    isPossible: ({ otherSite }) => otherSite !== null,
    act: (tab) => tab.goBack(true),
  },
  backToNew: {
    name: 'goes back from Google, to a new page',
    isPossible: ({ otherSite }) => otherSite !== null,
    act: (tab) => tab.goBack(false),
  },
} satisfies Record<string, TabStep>;

const heldOf = (tab: SimulatedTab) =>
  tab.browser.network.held.filter(({ page }) => page === tab.page);
const holdsAny = (tab: SimulatedTab) => heldOf(tab).length > 0;

/** What happens to the requests of a tab. */
export const NETWORK_STEPS = {
  slow: {
    name: 'has a slow network',
    isPossible: (tab) => !tab.isSlow,
    act(tab) {
      tab.isSlow = true;
    },
  },
  fast: {
    name: 'has a fast network',
    isPossible: (tab) => tab.isSlow,
    async act(tab) {
      tab.isSlow = false;
      for (const call of heldOf(tab)) await call.answer();
    },
  },
  arrive: {
    name: 'reaches the provider, and waits for the response',
    isPossible: holdsAny,
    act: (tab) => heldOf(tab)[0]?.arrive(),
  },
  answer: {
    name: 'gets its oldest response',
    isPossible: holdsAny,
    act: (tab) => heldOf(tab)[0]?.answer(),
  },
  answerNewest: {
    name: 'gets its newest response',
    isPossible: (tab) => heldOf(tab).length > 1,
    act: (tab) => heldOf(tab).at(-1)?.answer(),
  },
  lose: {
    name: 'loses its oldest response',
    isPossible: holdsAny,
    act: (tab) => heldOf(tab)[0]?.lose(),
  },
  double: {
    name: 'sends its oldest request twice',
    isPossible: holdsAny,
    act: (tab) => heldOf(tab)[0]?.double(),
  },
} satisfies Record<string, TabStep>;

/** Milliseconds that may pass in one step: a moment, a time-out, a refresh, and an intermediate session. */
const SPANS = [500, 15_500, REFRESH_INTERVAL, 10 * 60_000];

/** Every step of a tab. */
export const TAB_STEPS: readonly TabStep[] = [
  ...Object.values(GESTURES),
  ...Object.values(PAGE_STEPS),
  ...Object.values(NETWORK_STEPS),
];

type TabCommand = fc.AsyncCommand<Observer, Observer>;

/** A step in the tab of an index, as a command of fast-check. */
function stepCommand(index: number, step: TabStep): TabCommand {
  return {
    check({ browser }) {
      const tab = browser.tabs[index];
      return tab !== undefined && step.isPossible(tab);
    },
    run: (_, observer) => observer.perform(index, step),
    toString: () => `${'AB'[index]} ${step.name}`,
  };
}

function passCommand(span: number): TabCommand {
  return {
    check: () => true,
    run: (_, observer) => observer.pass(span),
    toString: () => `${span / 1_000} s pass`,
  };
}

/** How much more often a person or a page does something than a long time passes. */
const WEIGHT = 20;

/** What may happen. */
export function commandArbitraries() {
  const steps = TAB_STEPS.flatMap((step) => [0, 1].map((tab) => stepCommand(tab, step)));
  const often = Array.from({ length: WEIGHT }, () => steps).flat();
  return [...often, ...SPANS.map(passCommand)].map((command) => fc.constant(command));
}
