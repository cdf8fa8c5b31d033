import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { INVOKE_IDS } from '#machines/auth-cases/payload-cases.ts';
import { RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { invokeIdOf, type StepKind, stepKind, stepName } from '#statechart/explore/steps.ts';
import type { FeedEntry } from '#statechart/feed/feed.types.ts';
import { isGesture } from '../gestures.ts';
import { causeExternalEvent, isCausable } from './page/cause-external-event.ts';
import { expectPage } from './page/expect-page.ts';
import { makeGesture } from './page/gestures.ts';
import { openStartInput } from './page/open-start-input.ts';
import { COOKIES, closeOtherTabs, passTime, type TourTools } from './page/tour-tools.ts';
import { releaseWithResponse } from './provider/responses.ts';
import type { Tour, TourStep } from './tours.ts';

/** Milliseconds before a delayed transition is due: until then it must not have been taken. A page's clock runs on. */
const JUST_BEFORE = 5_000;

/** Failed refreshes in a row that all tabs know of: the next retry is later than a slow machine needs for a step. */
const FAILURES = 4;

/** The event that a page receives beside its steps: in a tour without a step for it, at any time. */
const UNPROMPTED = ['project.known'];

/** What a step may cause before its own event: a menu is opened, and a restored page asks the service again. */
const BEFORE: Readonly<Record<string, string>> = {
  'organization.switch': 'organization.list',
  'page.restored': 'session.check',
};

interface StepContext {
  readonly tools: TourTools;
  readonly step: TourStep;
  readonly before: AuthSnapshot;
  readonly next: TourStep | undefined;
  /** The kind of callback the tab was opened with; empty for none. */
  readonly callback: string;
}

/** How each kind of step is performed; a kind without an entry does not compile. */
const performers: Readonly<Record<StepKind, (making: StepContext) => Promise<void>>> = {
  event: async ({ tools, step, before }) => {
    const { type, case: name } = step.event;
    if (isGesture(type)) await makeGesture(tools, type, name);
    else if (isCausable(type)) await causeExternalEvent(type, { tools, case: name, before });
    else throw new Error(`No gesture and no external event causes "${type}".`);
  },
  done: ({ tools, step, callback }) =>
    releaseWithResponse({ tools, callback, id: idOf(step), case: step.event.case }),
  after: fireTimer,
  wait: ({ tools }) => passTime(tools, RESEND_COOLDOWN),
  error: () => Promise.reject(new Error('No actor of the product rejects.')),
  sleep: () => Promise.reject(new Error('A page that wakes up does what is due by itself.')),
};

/** Walks a tour in a fresh browser, and compares the page with the stepper after every step. */
export async function walkTour(tour: Tour, tools: TourTools): Promise<void> {
  await openStartInput(tools, tour.input);
  const callback = tour.input.value.callback ?? '';
  const arrived = {
    event: { type: 'xstate.init', case: tour.input.name },
    state: tour.start,
    taken: tour.taken,
    isImmediate: false,
  };
  await expectTaken(tools, arrived);
  if (isStable(arrived, tour.steps[0])) await expectPage(tools.page, tour.start);
  let before = tour.start;
  for (const [index, step] of tour.steps.entries()) {
    const next = tour.steps[index + 1];
    await prepareStep(tools, step, next);
    await performers[stepKind(step.event.type)]({ tools, step, before, next, callback });
    await expectTaken(tools, step);
    await cleanUp(tools, step);
    if (isStable(step, next)) await expectPage(tools.page, step.state);
    before = step.state;
  }
}

/** Whether the page stays as it is until the next step is performed. */
function isStable({ state }: TourStep, next: TourStep | undefined): boolean {
  // The page leaves this state at once, without waiting for the provider.
  if (state.matches('signingOut') || next?.isImmediate) return false;
  // Starting Google leaves the page.
  return !(isStarting(state) && next?.event.type === 'page.restored');
}

function isStarting({ value }: AuthSnapshot): boolean {
  return statePath(value).endsWith('.starting');
}

/** Prepares what must hold before a step, because the page continues by itself after it. */
async function prepareStep(
  { page, calls, feed }: TourTools,
  step: TourStep,
  next: TourStep | undefined,
) {
  if (isStarting(step.state)) {
    const path = statePath(step.state.value);
    const leaves = next?.event.type === 'page.restored';
    // The page must have published its transition before it is left.
    calls.setGoogleRoute(leaves ? feed.watchState(page, path) : 'cancel');
  }
  const refreshing = next?.isImmediate ? next : step;
  if (!refreshing.state.matches({ signedIn: 'refreshing' })) return;
  // The times of refreshes that all tabs share: a request is due.
  await page.evaluate((failures) => {
    const times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt: 0, failures };
    localStorage.setItem('auth_refresh', JSON.stringify(times));
  }, FAILURES);
}

async function cleanUp(tools: TourTools, step: TourStep): Promise<void> {
  const { context, emulator } = tools;
  const { type } = step.event;
  if (isCausable(type)) {
    await closeOtherTabs(tools);
    await emulator.clearFaults();
  }
  // The browser does not expire the cookie, because the clock of the pages is simulated.
  if (type.includes('INTERMEDIATE_EXPIRY'))
    await context.clearCookies({ name: COOKIES.intermediate });
}

/** Expects the page to have taken exactly the transitions of the stepper, and no other step before. */
async function expectTaken(
  { feed, page }: TourTools,
  { event, state, taken }: TourStep,
): Promise<void> {
  const kind = stepKind(event.type);
  if (kind === 'wait') return;
  const expected = `${event.type} -> ${statePath(state.value)} by ${[...taken].sort().join(', ')}`;
  for (;;) {
    const entry = await feed.next(page);
    if (entry === null)
      throw new Error(`The page took no step.\nstepper: ${stepName(event)}, ${expected}`);
    const real = `${entry.event} -> ${entry.after} by ${[...entry.taken].sort().join(', ')}`;
    if (real === expected) return;
    if (BEFORE[event.type] !== entry.event && !isUnprompted(entry))
      throw new Error(`The page took another step.\nstepper: ${expected}\npage:    ${real}`);
  }
}

function isUnprompted({ event, taken }: FeedEntry): boolean {
  return UNPROMPTED.includes(event) || taken.length === 0;
}

/** Lets time pass until a delayed transition is due, and expects that it was not taken earlier. */
async function fireTimer({ tools, step }: StepContext): Promise<void> {
  if (step.isImmediate) return;
  const { feed, page } = tools;
  const { type } = step.event;
  const timer = feed
    .timersOf(page)
    .find(({ event, source }) => type === [event, 'auth', source].filter(Boolean).join('.'));
  if (timer === undefined) throw new Error(`No timer "${type}" is running in the page.`);
  const left = async () => timer.startedAt + timer.delay - (await page.evaluate(() => Date.now()));
  await passTime(tools, (await left()) - JUST_BEFORE);
  const early = await feed.next(page, 0);
  if (early !== null && !isUnprompted(early))
    throw new Error(`"${early.event}" was taken before it was due.`);
  await passTime(tools, await left());
}

function idOf({ event }: TourStep) {
  const id = INVOKE_IDS.find((known) => known === invokeIdOf(event.type));
  if (id === undefined) throw new Error(`No invoke for "${event.type}".`);
  return id;
}
