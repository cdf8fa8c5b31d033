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
  const machines: string[] = [];
  /** The steps by the id of the page that PostHog gives them. */
  const pages = new Map<unknown, ObservedStep[]>();
  /** Called for each part of a value, those inside it first. A text that is JSON is read, too. */
  const visit = (key: string, part: unknown): unknown => {
    if (typeof part === 'string') {
      if (key === 'machine') machines.push(part);
      return /^[[{]/.test(part) ? read(part) : part;
    }
    if (!isRecord(part)) return part;
    // A tag of an error report.
    if (part.key === 'machine' && typeof part.value === 'string') machines.push(part.value);
    const step = stepOf(part);
    if (step !== null) pages.set(part.$window_id, [...(pages.get(part.$window_id) ?? []), step]);
    return part;
  };
  const parse = (json: string): unknown => {
    try {
      return JSON.parse(json, visit);
    } catch {
      return null;
    }
  };
  const read = (json: string) => parse(json) ?? json.split('\n').map(parse);
  read(text);
  const runs = [...pages.values()].map((all) =>
    // Since its last start.
    all.slice(
      Math.max(
        0,
        all.findLastIndex(({ from }) => from === ''),
      ),
    ),
  );
  const steps = runs.sort((left, right) => left.length - right.length).at(-1);
  return steps === undefined ? null : { machine: machines[0] ?? null, steps };
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

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
