import * as v from 'valibot';
import { hasCase, type PayloadCases, type StepSequence } from '#statechart/explore/steps.ts';

const MAX_STEPS = 500;

const Shared = v.object({
  m: v.string(),
  i: v.string(),
  s: v.pipe(
    v.array(
      v.union([
        v.strictTuple([v.string(), v.string()]),
        v.strictTuple([v.string(), v.string(), v.record(v.string(), v.boolean())]),
      ]),
    ),
    v.maxLength(MAX_STEPS),
  ),
});

/** The sequence of a share link, and why it is not the complete one. */
export interface DecodedSequence extends StepSequence {
  readonly problem: 'broken' | 'other_machine' | null;
}

/**
 * Encodes a sequence for a URL.
 *
 * @param fingerprint of the machine that the sequence was simulated with
 */
export function encodeSequence({ input, steps }: StepSequence, fingerprint: string): string {
  const s = steps.map(({ type, case: name, guardOverrides }) =>
    guardOverrides === undefined ? [type, name] : [type, name, guardOverrides],
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ m: fingerprint, i: input, s }));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
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
  const first = cases.inputs[0]?.name ?? '';
  const result = v.safeParse(Shared, parseBase64Url(text));
  const inputs = cases.inputs.map(({ name }) => name);
  if (!result.success || !inputs.includes(result.output.i)) {
    return { input: first, steps: [], problem: 'broken' };
  }
  const { m, i, s } = result.output;
  const steps = s.map(([type, name, guardOverrides]) =>
    guardOverrides === undefined ? { type, case: name } : { type, case: name, guardOverrides },
  );
  const firstUnknown = steps.findIndex((step) => !hasCase(cases, step));
  const isComplete = firstUnknown < 0;
  const problem = m === fingerprint ? (isComplete ? null : 'broken') : 'other_machine';
  return { input: i, steps: isComplete ? steps : steps.slice(0, firstUnknown), problem };
}

function parseBase64Url(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
