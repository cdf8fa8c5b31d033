import type { Page } from '@playwright/test';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { App, COOKIES } from '#tests/e2e/support/app.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { gestureOf, isGesture } from '../gestures.ts';
import { expectPage } from './expect-page.ts';
import { type Feed, feedOf } from './feed.ts';
import { makeGesture } from './make-gesture.ts';
import { openTab, STATIC_PAGE } from './open-tab.ts';
import { holdCallsOf } from './provider-calls.ts';
import { responseTo } from './responses.ts';
import { isPassing, type Tour } from './tours.ts';

/** Failed refreshes in a row that all tabs know of: the next retry is later than a slow machine needs for a step. */
const FAILURES = 4;

/**
 * What a step may cause before its own event: a menu is opened, the error of a code is dismissed, and a restored page asks
 * the service again. The settings of the project may arrive at any time.
 */
const BEFORE: Readonly<Record<string, string>> = {
  'link.send': 'notice.dismiss',
  'organization.switch': 'organization.list',
  'page.restored': 'session.check',
};

/**
 * Walks a tour in a fresh browser, and compares the page with the stepper after every step.
 *
 * @param onScreen is called with each state whose screen the page shows
 */
export async function walkTour(
  { input, states }: Tour,
  page: Page,
  onScreen: (state: AuthSimulationState) => Promise<void>,
): Promise<void> {
  const calls = await holdCallsOf(page);
  const feed = feedOf(page);
  await openTab(page, input.value);
  const perform = async (step: ModelStep, before: AuthSimulationState) => {
    const { type, case: name } = step;
    const kind = stepKind(type);
    if (isGesture(type)) await makeGesture(page, gestureOf(type, name));
    else if (kind === 'event') await leaveAndReturn(page, before);
    else if (kind === 'after') await fireTimer(page, feed, type);
    else {
      const now = await page.evaluate(() => Date.now());
      const response = responseTo(step, input.value.callback, now);
      if (response === null) throw new Error(`No response leads to "${stepName(step)}".`);
      await calls.respond(response);
    }
  };
  for (const [index, state] of states.entries()) {
    const [before, { lastStep: step, path }] = [states[index - 1], state];
    await test.step(`${step === null ? input.name : stepName(step)}, to ${path}`, async () => {
      await makeRefreshDue(page, state);
      if (before && step && !isPassing(before)) await perform(step, before);
      await expectTaken(feed, state);
      calls.hold();
      // The browser does not expire the cookie, because the clock of the pages is simulated.
      if (step?.type.includes('INTERMEDIATE_EXPIRY'))
        await page.context().clearCookies({ name: COOKIES.intermediate });
      if (isPassing(state)) return;
      await expectPage(page, state.snapshot);
      await onScreen(state);
    });
  }
}

/** Prepares the times of refreshes that all tabs share: a member's next request is due. */
async function makeRefreshDue(page: Page, { snapshot }: AuthSimulationState): Promise<void> {
  if (!snapshot.matches('signedIn')) return;
  await page.evaluate((failures) => {
    const times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures };
    localStorage.setItem('auth_refresh', JSON.stringify(times));
  }, FAILURES);
}

/** Goes back from another page, without the session that the page had. */
async function leaveAndReturn(page: Page, before: AuthSimulationState): Promise<void> {
  const url = page.url();
  await page.goto(STATIC_PAGE);
  if (before.snapshot.matches('signedIn')) await page.context().clearCookies();
  await new App(page).back();
  await page.waitForURL(url, { waitUntil: 'commit' });
}

/** Expects the page to have taken exactly the transitions of the stepper, and no other step before. */
async function expectTaken(
  feed: Feed,
  { lastStep, path, taken }: AuthSimulationState,
): Promise<void> {
  const { type } = lastStep ?? { type: 'xstate.init' };
  const expected = { event: type, after: path, taken: [...taken].sort() };
  for (;;) {
    const entry = await feed.next();
    const real = { event: entry.event, after: entry.after, taken: [...entry.taken].sort() };
    const isOwn = real.event === type && real.taken.length > 0;
    const isBefore =
      [BEFORE[type], 'project.known'].includes(real.event) || real.taken.length === 0;
    if (isOwn || !isBefore) return expect(real).toEqual(expected);
  }
}

/** Lets time pass until a delayed transition is due. */
async function fireTimer(page: Page, feed: Feed, type: string): Promise<void> {
  const timer = (await feed.timers()).find(
    ({ event, source }) => type === [event, 'auth', source].filter(Boolean).join('.'),
  );
  if (timer === undefined) throw new Error(`No timer "${type}" is running in the page.`);
  const now = await page.evaluate(() => Date.now());
  await page.clock.runFor(Math.max(timer.startedAt + timer.delay - now, 0));
}
