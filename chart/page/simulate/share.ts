import * as v from 'valibot';
import { hasCase, type PayloadCases, type StepSequence } from '#machines/explore/steps.ts';

const MOST_STEPS = 500;

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
    v.maxLength(MOST_STEPS),
  ),
});

/** What a share link turned out to be; `problem` when it was not all there. */
export interface Opened extends StepSequence {
  readonly problem: 'broken' | 'other_machine' | null;
}

/**
 * A sequence as text for an address.
 *
 * @param fingerprint of the machine it was made with
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
 * A sequence out of an address, as far as it can be walked.
 *
 * @param text as `encodeSequence` made it, or anything else
 * @param cases the steps there are
 * @param fingerprint of the machine at hand
 */
export function decodeSequence(text: string, cases: PayloadCases, fingerprint: string): Opened {
  const first = cases.inputs[0]?.name ?? '';
  const result = v.safeParse(Shared, parsed(text));
  const inputs = cases.inputs.map(({ name }) => name);
  if (!result.success || !inputs.includes(result.output.i)) {
    return { input: first, steps: [], problem: 'broken' };
  }
  const { m, i, s } = result.output;
  const steps = s.map(([type, name, guardOverrides]) =>
    guardOverrides === undefined ? { type, case: name } : { type, case: name, guardOverrides },
  );
  const strange = steps.findIndex((step) => !hasCase(cases, step));
  const known = strange < 0 ? steps : steps.slice(0, strange);
  const problem = m === fingerprint ? (strange < 0 ? null : 'broken') : 'other_machine';
  return { input: i, steps: known, problem };
}

function parsed(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
