import { INVOKE_IDS } from '#machines/auth-cases/payload-cases.ts';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { INTERMEDIATE_COOKIE } from '#src/stytch/session/cookies.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import { invokeIdOf, type ModelStep, type StepKind, stepKind } from '#statechart/explore/steps.ts';
import type { FeedEntry } from '#statechart/feed/feed.types.ts';
import { back } from '#tests/e2e/support/test.ts';
import { isGesture } from '../gestures.ts';
import type { ModelState } from '../support/auth-model.ts';
import { expectPage } from './page/expect-page.ts';
import { makeGesture } from './page/gestures.ts';
import { openStartInput } from './page/open-start-input.ts';
import { passTime, type TourTools } from './page/tour-tools.ts';
import { releaseWithResponse } from './provider/responses.ts';
import type { Tour } from './tours.ts';

/** Failed refreshes in a row that all tabs know of: the next retry is later than a slow machine needs for a step. */
const FAILURES = 4;

/** The event that a page receives beside its steps: in a tour without a step for it, at any time. */
const UNPROMPTED = ['project.known'];

/**
 * What a step may cause before its own event: a menu is opened, the error of a code is dismissed, and a restored page asks
 * the service again.
 */
const BEFORE: Readonly<Record<string, string>> = {
  'link.send': 'notice.dismiss',
  'organization.switch': 'organization.list',
  'page.restored': 'session.check',
};

interface StepContext {
  readonly tools: TourTools;
  readonly step: ModelStep;
  readonly before: ModelState;
  /** The kind of callback the tab was opened with; empty for none. */
  readonly callback: string;
}

/** How each kind of step is performed; a kind without an entry does not compile. */
const performers: Readonly<Record<StepKind, (context: StepContext) => Promise<void>>> = {
  event: async ({ tools, step: { type, case: name }, before }) => {
    if (isGesture(type)) await makeGesture(tools, type, name);
    else if (type === 'page.restored') await leaveAndReturn(tools, before);
    else throw new Error(`Nothing causes "${type}" in a browser.`);
  },
  done: ({ tools, step, callback }) =>
    releaseWithResponse({ tools, callback, id: idOf(step), case: step.case }),
  after: fireTimer,
  wait: ({ tools }) => passTime(tools, RESEND_COOLDOWN),
  error: () => Promise.reject(new Error('No actor of the product rejects.')),
  sleep: () => Promise.reject(new Error('A page that wakes up does what is due by itself.')),
};

/** Walks a tour in a fresh browser, and compares the page with the stepper after every step. */
export async function walkTour({ input, states }: Tour, tools: TourTools): Promise<void> {
  await openStartInput(tools, input);
  const callback = input.value.callback ?? '';
  for (const [index, state] of states.entries()) {
    const [before, next] = [states[index - 1], states[index + 1]];
    const { lastStep: step } = state;
    if (before !== undefined && step !== null) {
      await prepareStep(tools, state, next);
      if (!isImmediate(before, state))
        await performers[stepKind(step.type)]({ tools, step, before, callback });
    }
    await expectTaken(tools, state);
    // The browser does not expire the cookie, because the clock of the pages is simulated.
    if (step?.type.includes('INTERMEDIATE_EXPIRY'))
      await tools.context.clearCookies({ name: INTERMEDIATE_COOKIE });
    if (isStable(state, next)) await expectPage(tools.page, state.snapshot);
  }
}

/** Whether a timer takes a step that is due as soon as it starts: the page takes it by itself. */
function isImmediate({ timers, clock }: ModelState, { lastStep }: ModelState): boolean {
  return (timers.get(lastStep?.type ?? '') ?? Number.POSITIVE_INFINITY) <= clock + TICK;
}

/** Whether the page stays as it is until the next step is performed. */
function isStable(state: ModelState, next: ModelState | undefined): boolean {
  // The page leaves this state at once, without waiting for the provider.
  if (state.snapshot.matches('signingOut') || (next && isImmediate(state, next))) return false;
  return !leaves(state, next);
}

/** Whether the page goes to Google, and returns in the next step. */
function leaves({ path }: ModelState, next: ModelState | undefined): boolean {
  return path.endsWith('.starting') && next?.lastStep?.type === 'page.restored';
}

/** Prepares what must hold before a step, because the page continues by itself after it. */
async function prepareStep(
  { page, calls, feed }: TourTools,
  state: ModelState,
  next: ModelState | undefined,
) {
  // The page must have published its transition before it is left.
  if (state.path.endsWith('.starting'))
    calls.setGoogleRoute(leaves(state, next) ? feed.watchState(page, state.path) : 'cancel');
  const refreshing = next && isImmediate(state, next) ? next : state;
  if (!refreshing.snapshot.matches({ signedIn: 'refreshing' })) return;
  // The times of refreshes that all tabs share: a request is due.
  await page.evaluate((failures) => {
    const times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures };
    localStorage.setItem('auth_refresh', JSON.stringify(times));
  }, FAILURES);
}

/** Goes back from another page, without the session that the page had. */
async function leaveAndReturn(tools: TourTools, before: ModelState): Promise<void> {
  const { page, context } = tools;
  if (before.snapshot.matches('signedIn')) {
    await page.goto('/terms.html');
    await context.clearCookies();
  } else await page.waitForURL(/\/v1\//);
  await back(page);
}

/** Expects the page to have taken exactly the transitions of the stepper, and no other step before. */
async function expectTaken({ feed, page }: TourTools, { lastStep, path, taken }: ModelState) {
  const { type, case: name } = lastStep ?? { type: 'xstate.init', case: '' };
  if (stepKind(type) === 'wait') return;
  const expected = `${type} -> ${path} by ${[...taken].sort().join(', ')}`;
  for (;;) {
    const entry = await feed.next(page);
    if (entry === null) throw new Error(`The page took no step.\nstepper: ${name}, ${expected}`);
    const real = `${entry.event} -> ${entry.after} by ${[...entry.taken].sort().join(', ')}`;
    if (real === expected) return;
    if (BEFORE[type] !== entry.event && !isUnprompted(entry))
      throw new Error(`The page took another step.\nstepper: ${expected}\npage:    ${real}`);
  }
}

function isUnprompted({ event, taken }: FeedEntry): boolean {
  return UNPROMPTED.includes(event) || taken.length === 0;
}

/** Lets time pass until a delayed transition is due. */
async function fireTimer({ tools, step: { type } }: StepContext): Promise<void> {
  const { feed, page } = tools;
  const timer = feed
    .timersOf(page)
    .find(({ event, source }) => type === [event, 'auth', source].filter(Boolean).join('.'));
  if (timer === undefined) throw new Error(`No timer "${type}" is running in the page.`);
  const now = await page.evaluate(() => Date.now());
  await passTime(tools, timer.startedAt + timer.delay - now);
}

function idOf({ type }: ModelStep) {
  const id = INVOKE_IDS.find((known) => known === invokeIdOf(type));
  if (id === undefined) throw new Error(`No invoke for "${type}".`);
  return id;
}
