import { useMemo, useState } from 'react';
import { type DecodedSequence, decodeSequence } from '../explore/encode-sequence.ts';
import type { SimulationState, Stepper } from '../explore/stepper.ts';
import type { ModelStep, StepSequence } from '../explore/steps.ts';

/** A simulation: its sequence of steps, the current position in it, and functions that change them. */
export interface Simulation {
  readonly stepper: Stepper;
  readonly sequence: StepSequence;
  readonly problem: DecodedSequence['problem'];
  /** How many steps of the sequence are taken. */
  readonly position: number;
  /** The states after the start and after each step of the sequence. */
  readonly states: readonly SimulationState[];
  /** The state at the current position. */
  readonly state: SimulationState;
  /** Takes a step, and drops the steps after the current position. */
  readonly take: (step: ModelStep) => void;
  readonly goTo: (position: number) => void;
  /** Opens another sequence at its end. */
  readonly open: (sequence: StepSequence) => void;
}

/**
 * Simulates a machine.
 *
 * @param stepper `null` until it is loaded
 * @param fingerprint of the machine
 * @param link the encoded sequence in the address, with which the simulation starts
 * @param onChange called with each sequence that replaces the one before
 * @returns `null` until the stepper is loaded
 */
export function useSimulation(
  stepper: Stepper | null,
  fingerprint: string,
  link: string | null,
  onChange: (sequence: StepSequence) => void,
): Simulation | null {
  const [decoded, setDecoded] = useState<DecodedSequence | null>(null);
  const [position, setPosition] = useState(0);
  const states = useMemo(
    () => (stepper && decoded ? stepper.replay(decoded.input, decoded.steps) : []),
    [stepper, decoded],
  );
  // During this rendering, so that no frame shows another sequence.
  if (stepper !== null && decoded === null) {
    const { cases } = stepper;
    const first = { input: cases.inputs[0]?.name ?? '', steps: [], problem: null };
    const initial = link === null ? first : decodeSequence(link, cases, fingerprint);
    setDecoded(initial);
    setPosition(initial.steps.length);
  }
  const last = states.length - 1;
  // A sequence can name more steps than can be taken.
  const current = Math.min(position, last);
  const state = states[current];
  if (stepper === null || decoded === null || state === undefined) return null;
  const { input, steps, problem } = decoded;
  const replace = (sequence: StepSequence) => {
    setDecoded({ ...sequence, problem: null });
    setPosition(sequence.steps.length);
    onChange(sequence);
  };
  return {
    ...{ stepper, sequence: { input, steps }, problem, position: current, states, state },
    take: (step) => replace({ input, steps: [...steps.slice(0, current), step] }),
    goTo: (target) => setPosition(Math.max(0, Math.min(target, last))),
    open: replace,
  };
}
