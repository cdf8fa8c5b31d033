import {
  hasCase,
  inputCase,
  type ModelStep,
  type PayloadCases,
  type StepSequence,
} from '../explore/steps.ts';

const MAX_STEPS = 500;

/** The sequence of a link, and why it is not the complete one. */
export interface DecodedSequence extends StepSequence {
  readonly problem: 'broken' | 'other_machine' | null;
}

/**
 * Encodes a sequence for the parameter of a URL.
 *
 * @param fingerprint of the machine that the sequence was simulated with
 */
export function encodeSequence({ input, steps }: StepSequence, fingerprint: string): string {
  const s = steps.map(({ type, case: name }) => [type, name]);
  return JSON.stringify({ m: fingerprint, i: input, s });
}

/**
 * Decodes a sequence from a URL.
 *
 * @param text the result of `encodeSequence`, or anything else
 * @param cases the payload cases of this machine
 * @param fingerprint of this machine
 * @returns the steps up to the first one that has no payload case; the first start input for a malformed text
 */
export function decodeSequence(
  text: string,
  cases: PayloadCases,
  fingerprint: string,
): DecodedSequence {
  const { m, i, s } = parseRecord(text) ?? {};
  const input = typeof i === 'string' ? inputCase(cases, i)?.name : undefined;
  const steps = Array.isArray(s) ? s.slice(0, MAX_STEPS).map(stepOf) : [null];
  if (input === undefined || steps.includes(null)) {
    return { input: cases.inputs[0]?.name ?? '', steps: [], problem: 'broken' };
  }
  const known = steps.filter((step) => step !== null);
  const firstUnknown = known.findIndex((step) => !hasCase(cases, step));
  const isComplete = firstUnknown < 0;
  const problem = m === fingerprint ? (isComplete ? null : 'broken') : 'other_machine';
  return { input, steps: isComplete ? known : known.slice(0, firstUnknown), problem };
}

/** @returns `null` for anything else than the two names of a step */
function stepOf(value: unknown): ModelStep | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [type, name]: unknown[] = value;
  return typeof type === 'string' && typeof name === 'string' ? { type, case: name } : null;
}

function parseRecord(text: string): Partial<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
