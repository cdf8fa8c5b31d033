import type { FeedEntry } from '#chart/feed/feed.types.ts';
import { type AuthSnapshot, statePath } from '#machines/auth/auth.view.ts';
import { INVOKE_IDS } from '#machines/explore/payload-cases.ts';
import { invokeIdOf, type StepKind, stepKind, stepName } from '#machines/explore/steps.ts';
import { REFRESH_INTERVAL, RESEND_COOLDOWN } from '#machines/rules/limits.ts';
import { happen, isOutside } from './page/external-events.ts';
import { isGesture, makeGesture } from './page/gestures.ts';
import { expectShown } from './page/screens.ts';
import { startTour } from './page/start-tour.ts';
import { COOKIES, closeOthers, passTime, type Tools } from './page/tour-tools.ts';
import { answerCall, strike } from './provider/arranged-responses.ts';
import type { Tour, TourStep } from './tours/tours.ts';

/** Milliseconds before a delayed transition is due at which it is looked whether it is early. */
const JUST_BEFORE = 500;

/** What happens in a page by itself, at any time. */
const BY_ITSELF = ['project.known'];

interface Making {
  readonly tools: Tools;
  readonly step: TourStep;
  readonly before: AuthSnapshot;
  readonly next: TourStep | undefined;
  /** What this tab came back with. */
  readonly callback: string;
}

/** One way for each kind of step; a kind without one does not compile. */
const ways: Readonly<Record<StepKind, (making: Making) => Promise<void>>> = {
  event: async ({ tools, step, before }) => {
    const { type, case: name } = step.event;
    if (isGesture(type)) await makeGesture(tools, type, name);
    else if (isOutside(type)) await happen(type, { tools, case: name, before });
    else throw new Error(`Nothing in a browser causes "${type}".`);
  },
  done: ({ tools, step, callback }) =>
    answerCall({ tools, callback, id: idOf(step), case: step.event.case }),
  error: ({ tools, step, callback }) => strike({ tools, callback, id: idOf(step) }),
  after: elapse,
  wait: ({ tools }) => passTime(tools, RESEND_COOLDOWN),
  sleep: async ({ tools: { page, emulator } }) => {
    await emulator.advanceClock(REFRESH_INTERVAL);
    const now = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(now + REFRESH_INTERVAL);
  },
};

/** Walks a tour in a fresh browser, and holds the page against the model after every step. */
export async function walkTour(tour: Tour, tools: Tools): Promise<void> {
  const held = tour.steps.some(
    ({ event }) => /\.startGoogle/.test(event.type) && stepKind(event.type) !== 'after',
  );
  await startTour(tools, tour.input, held);
  const callback = tour.input.value.callback ?? '';
  const arrived = {
    event: { type: 'xstate.init', case: tour.input.name },
    state: tour.start,
    taken: tour.taken,
  };
  await expectTaken(tools, arrived);
  if (stands(arrived, tour.steps[0])) await expectShown(tools.page, tour.start);
  let before = tour.start;
  for (const [index, step] of tour.steps.entries()) {
    const next = tour.steps[index + 1];
    await foresee(tools, step, next);
    await ways[stepKind(step.event.type)]({ tools, step, before, next, callback });
    await expectTaken(tools, step);
    await tidy(tools, step);
    if (stands(step, next)) await expectShown(tools.page, step.state);
    before = step.state;
  }
}

/** Whether the page stands still until something is made to happen. */
function stands({ event, state }: TourStep, next: TourStep | undefined): boolean {
  // Whoever stops an impersonation is led to a new page, and whoever starts Google is led away.
  if (event.type === 'impersonation.stop') return false;
  if (isStarting(state) && next?.event.type === 'page.restored') return false;
  return next?.event.case !== 'deferred' && !next?.event.type.endsWith('.revoke');
}

function isStarting({ value }: AuthSnapshot): boolean {
  return statePath(value).endsWith('.starting');
}

/** What must be true before a step, because the page goes on by itself after it. */
async function foresee({ page, calls, feed }: Tools, step: TourStep, next: TourStep | undefined) {
  if (isStarting(step.state)) {
    const path = statePath(step.state.value);
    const leaves = next?.event.type === 'page.restored';
    // The page must have said what it did before it is gone.
    calls.wayToGoogle(leaves ? () => feed.says(page, ({ after }) => after === path) : 'nowhere');
  }
  if (!step.state.matches({ signedIn: { refreshing: 'attempting' } })) return;
  // What the tabs know of the last attempts: none was made, or another tab says when the next is due.
  const wait = next?.event.case === 'deferred' ? REFRESH_INTERVAL + 4_000 : 0;
  await page.evaluate((ms) => {
    const nextAttemptAt = ms === 0 ? 0 : Date.now() + ms;
    const times = { succeededAt: 0, attemptedAt: 0, nextAttemptAt, failures: 0 };
    localStorage.setItem('auth_refresh', JSON.stringify(times));
  }, wait);
}

async function tidy(tools: Tools, step: TourStep): Promise<void> {
  const { context, emulator } = tools;
  const { type, case: name } = step.event;
  if (isOutside(type) || name === 'taken over') {
    await closeOthers(tools);
    await emulator.clearFaults();
  }
  // The cookie ends with what it stands for; the time of the pages is not the browser's.
  if (type.includes('INTERMEDIATE_EXPIRY'))
    await context.clearCookies({ name: COOKIES.intermediate });
}

/** The machine took exactly the transitions of the model, and nothing came between. */
async function expectTaken(
  { feed, page }: Tools,
  { event, state, taken }: TourStep,
): Promise<void> {
  const kind = stepKind(event.type);
  if (kind === 'wait' || kind === 'sleep') return;
  const wanted = `${event.type} -> ${statePath(state.value)} by ${[...taken].sort().join(', ')}`;
  for (;;) {
    const entry = await feed.next(page);
    if (entry === null) throw new Error(`Nothing happened.\nmodel: ${stepName(event)}, ${wanted}`);
    const real = `${entry.event} -> ${entry.after} by ${[...entry.taken].sort().join(', ')}`;
    if (real === wanted) return;
    if (!isByItself(entry))
      throw new Error(`The page went elsewhere.\nmodel: ${wanted}\npage:  ${real}`);
  }
}

function isByItself({ event, taken }: FeedEntry): boolean {
  return BY_ITSELF.includes(event) || taken.length === 0;
}

/** A delayed transition happens when it is due, and not before. */
async function elapse({ tools, step }: Making): Promise<void> {
  const { feed, page } = tools;
  const { type } = step.event;
  const timer = feed
    .timersOf(page)
    .find(({ event, source }) => type === [event, 'auth', source].filter(Boolean).join('.'));
  if (timer === undefined) throw new Error(`No timer "${type}" is running in the page.`);
  const now = await page.evaluate(() => Date.now());
  await passTime(tools, timer.startedAt + timer.delay - now - JUST_BEFORE);
  const early = await feed.next(page, 0);
  if (early !== null && !isByItself(early))
    throw new Error(`"${early.event}" came before its time.`);
  await passTime(tools, 2 * JUST_BEFORE);
}

function idOf({ event }: TourStep) {
  const id = INVOKE_IDS.find((known) => known === invokeIdOf(event.type));
  if (id === undefined) throw new Error(`Nobody waits for "${event.type}".`);
  return id;
}
