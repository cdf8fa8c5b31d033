import type { StepSequence } from '../explore/steps.ts';

/** The sequence of a link. */
interface LinkedSequence extends StepSequence {
  /** The fingerprint of the machine that it was simulated with. */
  readonly machine: string;
}

/** Encodes a sequence for the parameter of a URL. */
export function encodeSequence({ machine, input, steps }: LinkedSequence): string {
  return JSON.stringify({
    m: machine,
    i: input,
    s: steps.map(({ type, case: name }) => [type, name]),
  });
}

/**
 * Decodes a sequence from a URL. Whether its steps can be taken is seen when they are.
 *
 * @param text the result of `encodeSequence`, or anything else
 * @returns `null` for a text that is no sequence
 */
export function decodeSequence(text: string): LinkedSequence | null {
  try {
    const { m, i, s } = JSON.parse(text);
    if (![m, i, ...s.flat()].every((each) => typeof each === 'string')) return null;
    const steps = s.map(([type = '', name = '']: readonly string[]) => ({ type, case: name }));
    return { machine: m, input: i, steps };
  } catch {
    return null;
  }
}
