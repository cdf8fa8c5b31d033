import type { FeedEntry } from '#chart/feed/feed.types.ts';
import { resultKinds } from './conditions.ts';
import {
  activeIn,
  leavesOf,
  type Match,
  matches,
  movesOf,
  SELECTION_OR_LOGIN,
  triggerOf,
} from './state-tree.ts';
import { states } from './table.ts';

/** A step of a page as the feed of the chart keeps it, and a saved log: every value is reduced to its kind. */
export type TraceStep = Pick<FeedEntry, 'event' | 'payload' | 'before' | 'after' | 'taken'>;

/** What a trace tells of a condition; `undefined` when it does not tell. */
type Known = (word: string) => boolean | undefined;

const START = 'restoring';

/** The kind of result that a condition needs beside those that it tells apart. */
const NEEDED_KINDS: Readonly<Record<string, string>> = {
  'the session is over': 'failed',
  'the intermediate session is over': 'failed',
  'of a link': 'discovered',
  'the chosen organization exists': 'discovered',
};

function knownFrom({ payload }: Pick<TraceStep, 'payload'>): Known {
  const [, kind] = payload.find(([field]) => field === 'output') ?? [];
  const kinds: Readonly<Record<string, string>> = resultKinds;
  return (word) => {
    const wanted = kinds[word];
    if (kind === undefined) return undefined;
    if (wanted !== undefined) return wanted === kind;
    return NEEDED_KINDS[word] === undefined || NEEDED_KINDS[word] === kind ? undefined : false;
  };
}

/** The rows that may describe an event: all up to the first one whose conditions hold for certain. */
function possibleRows(all: readonly Match[], known: Known) {
  const rows: Match[] = [];
  for (const match of all) {
    const results = match.row.if.map(known);
    if (results.includes(false)) continue;
    rows.push(match);
    if (results.every((result) => result === true)) return { rows, isCertain: true };
  }
  return { rows, isCertain: false };
}

/** The states that a row may lead to, with the rows that hold at once. */
function after(
  active: ReadonlySet<string>,
  { row, scope }: Match,
  known: Known,
): readonly ReadonlySet<string>[] {
  if (row.to === '') return settled(active, known);
  const targets =
    row.to === SELECTION_OR_LOGIN ? ['signedOut.selecting', 'signedOut.default'] : [row.to];
  return targets.flatMap((to) => {
    const { left, entered } = movesOf(active, scope, to);
    const kept = [...active].filter((path) => !left.includes(path));
    return settled(new Set([...kept, ...entered]), known);
  });
}

function settled(active: ReadonlySet<string>, known: Known): readonly ReadonlySet<string>[] {
  const { rows, isCertain } = possibleRows(matches(active, 'always'), known);
  const moved = rows.flatMap((match) => after(active, match, known));
  const isTransient = [...active].some((path) => states.get(path)?.kind === 'transient');
  return isCertain || isTransient ? moved : [active, ...moved];
}

const allowedByStep = new Map<string, readonly string[]>();

/** The states that the specification allows after a step, as paths. Many pages take the same steps. */
function allowedAfter({ after: _after, ...step }: TraceStep): readonly string[] {
  const key = JSON.stringify([step.event, step.before, step.payload, step.taken.length]);
  const allowed = allowedByStep.get(key) ?? [...new Set(findAllowed(step))];
  allowedByStep.set(key, allowed);
  return allowed;
}

function findAllowed(step: Omit<TraceStep, 'after'>): readonly string[] {
  const { event, before, taken } = step;
  const known = knownFrom(step);
  const pathsOf = (reached: readonly ReadonlySet<string>[]) =>
    reached.map((active) => leavesOf(active).join(' '));
  if (before === '') return pathsOf(settled(new Set([START]), known));
  const active = activeIn(before);
  const { on, state } = triggerOf(event);
  const { rows, isCertain } = possibleRows(matches(active, on, state), known);
  if (taken.length === 0) return isCertain ? [] : [sorted(before)];
  return pathsOf(rows.flatMap((match) => after(active, match, known)));
}

/**
 * Replays the log of a tab through the specification: some row must describe each step, and lead to the state after it.
 * The values are unknown, so that a condition may hold or not, except for the kind of a result.
 *
 * @param log the steps of the pages of a tab, one page after another. A page may come back.
 * @returns one sentence for each step that no row allows, or that does not begin where a page was
 */
export function problemsOfTrace(log: readonly TraceStep[]): readonly string[] {
  const isComplete = log[0]?.before === '';
  /** The last state of each page. */
  const pages: string[] = [];
  return log.flatMap((step, index) => {
    const { event, before, taken } = step;
    const page = before === '' ? pages.length : pages.lastIndexOf(before);
    if (page < 0 && index > 0 && isComplete) return [`${event}: no page was in ${before}`];
    pages[page < 0 ? pages.length : page] = step.after;
    const allowed = allowedAfter(step);
    if (allowed.includes(sorted(step.after))) return [];
    const what = taken.length === 0 ? 'was ignored' : `led to ${step.after}`;
    return [`${event} in ${before || 'a new page'} ${what}, allowed: ${allowed.join(' | ')}`];
  });
}

function sorted(path: string): string {
  return path.split(' ').sort().join(' ');
}
