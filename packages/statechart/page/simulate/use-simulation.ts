import { useMemo, useState } from 'react';
import type { SimulationState, Stepper } from '../../explore/stepper.ts';
import { hasCase, type ModelStep, type StepSequence } from '../../explore/steps.ts';
import { errorText } from '../../explore/values.ts';
import { type DecodedSequence, decodeSequence } from '../../walks/encode-sequence.ts';

/** A simulation: its sequence of steps, the current position in it, and functions that change them. */
export interface Simulation {
  readonly stepper: Stepper;
  readonly sequence: StepSequence;
  readonly problem: DecodedSequence['problem'];
  /** How many steps of the sequence are taken. */
  readonly position: number;
  /** The states after the start and after each step of the sequence. */
  readonly states: readonly SimulationState[];
  /** The state at the current position; `null` when the machine cannot start. */
  readonly state: SimulationState | null;
  /** Why the machine cannot start, or cannot take the next step; empty without an error. */
  readonly error: string;
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
  const { states, error } = useMemo(
    () => (stepper && decoded ? replayed(stepper, decoded) : { states: [], error: '' }),
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
  const state = states[current] ?? null;
  if (stepper === null || decoded === null) return null;
  const { input, steps, problem } = decoded;
  const replace = (sequence: StepSequence) => {
    setDecoded({ ...sequence, problem: null });
    setPosition(sequence.steps.length);
    onChange(sequence);
  };
  return {
    stepper,
    sequence: { input, steps },
    problem,
    position: current,
    states,
    state,
    error,
    take: (step) => replace({ input, steps: [...steps.slice(0, current), step] }),
    goTo: (target) => setPosition(Math.max(0, Math.min(target, last))),
    open: replace,
  };
}

/** The states of a sequence up to the first step that fails: a guard or an action may need data that it does not have. */
function replayed(stepper: Stepper, { input, steps }: StepSequence) {
  const states: SimulationState[] = [];
  try {
    states.push(stepper.start(input));
    for (const step of steps) {
      const last = states.at(-1);
      if (last === undefined || !hasCase(stepper.cases, step)) break;
      states.push(stepper.step(last, step));
    }
  } catch (error) {
    return { states, error: errorText(error) };
  }
  return { states, error: '' };
}
