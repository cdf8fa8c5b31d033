import type { ObservedStep } from './find-sequence.ts';

/** What an error report or an analytics export tells about a machine. */
export interface Report {
  /** The fingerprint of the machine; `null` when the report does not tell. */
  readonly machine: string | null;
  readonly steps: readonly ObservedStep[];
}

/**
 * Reads the steps of a machine from the text of a report: those since its last start. Of the
 * analytics of several pages, such as an application and its chart, it reads those of the page with the most steps.
 *
 * @param text JSON in any shape, or a JSON value in each line, that contains steps: an error report with its
 *   breadcrumbs, steps of analytics, a list of `{ from, event, to }`, or requests with any of these as text
 * @returns `null` for a text without a step
 */
export function parseReport(text: string): Report | null {
  const values = valuesIn(text);
  const runs = [...stepsByPage(values).values()].map(sinceLastStart);
  const steps = runs.sort((left, right) => left.length - right.length).at(-1);
  return steps === undefined ? null : { machine: machineIn(values), steps };
}

function sinceLastStart(steps: readonly ObservedStep[]): readonly ObservedStep[] {
  return steps.slice(
    Math.max(
      0,
      steps.findLastIndex(({ from }) => from === ''),
    ),
  );
}

/** The values that a text has as JSON, whole or by line. A string inside them that is JSON is parsed, too. */
function valuesIn(text: string): unknown {
  const value = parseJson(text) ?? text.split('\n').map(parseJson);
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') return /^[[{]/.test(part) ? valuesIn(part) : part;
    if (Array.isArray(part)) return part.map(within);
    return isRecord(part) ? mapValues(part, within) : part;
  };
  return within(value);
}

/** The steps in a value, by the id of the page that PostHog gives them, in the order in which they are written. */
function stepsByPage(
  value: unknown,
  found = new Map<unknown, ObservedStep[]>(),
): ReadonlyMap<unknown, readonly ObservedStep[]> {
  if (!isRecord(value)) return found;
  const step = stepOf(value);
  if (step === null) for (const part of Object.values(value)) stepsByPage(part, found);
  else found.set(value.$window_id, [...(found.get(value.$window_id) ?? []), step]);
  return found;
}

/** @returns `null` for a record that is no step itself */
function stepOf(value: Readonly<Record<string, unknown>>): ObservedStep | null {
  const data = isRecord(value.data) ? value.data : {};
  const event = value.event ?? data.event;
  // The log of Live has other names, and the message of a breadcrumb is the state it leads to.
  const from = value.from ?? value.before ?? data.from;
  const to = value.to ?? value.after ?? value.message;
  if (typeof event !== 'string' || typeof from !== 'string' || typeof to !== 'string') return null;
  // The state before the start is the one that the machine is created in, whose transitions are not all reported.
  if (event === 'xstate.init') return { event, from: '', to };
  return { event, from, to, ...(isTexts(value.taken) && { taken: value.taken }) };
}

/** The first fingerprint in a value: a field `machine`, or a tag of that name. */
function machineIn(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const own = value.key === 'machine' ? value.value : value.machine;
  if (typeof own === 'string') return own;
  for (const part of Object.values(value)) {
    const found = machineIn(part);
    if (found !== null) return found;
  }
  return null;
}

function mapValues(record: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
