import { GESTURES, NETWORK_STEPS, PAGE_STEPS, type TabStep } from './commands.ts';
import type { Observer } from './observer.ts';
import { seen } from './person.ts';

/** What Ada tries, the first that is possible. */
const TRIES: readonly TabStep[] = [
  PAGE_STEPS.thaw,
  NETWORK_STEPS.fast,
  GESTURES.acme,
  GESTURES.chooseAda,
  GESTURES.confirmLink,
  GESTURES.chooseDifferent,
  GESTURES.back,
  GESTURES.google,
];

/** Milliseconds that a person waits when there is nothing to press: as long as a busy state may last. */
const WAIT = 16_000;

/** More tries than the longest way to a session needs. */
const MOST_TRIES = 30;

/**
 * Lets a person at each tab go on until a member is signed in there. Throws when they cannot.
 */
export async function recover(observer: Observer): Promise<void> {
  for (const [index, tab] of observer.browser.tabs.entries()) {
    const way: string[] = [];
    const isThere = () => seen(tab)?.state === 'signedIn.authenticated' && !tab.isSlow;
    while (!isThere()) {
      way.push(seen(tab)?.state ?? 'no page');
      if (way.length > MOST_TRIES)
        throw new Error(`${tab.name} does not get on: ${[...new Set(way)]}`);
      const step = TRIES.find(({ isPossible }) => isPossible(tab));
      // Now and then time passes although something can be pressed: an answer can be on its way.
      if (step === undefined || way.length % 5 === 0) await observer.pass(WAIT);
      else await observer.perform(index, step);
    }
  }
}
