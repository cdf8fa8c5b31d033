import { useMemo, useState } from 'react';
import type { SimulationState, Stepper } from '../../explore/stepper.ts';
import type { ModelStep, StepSequence } from '../../explore/steps.ts';
import { decodeSequence } from '../../walks/encode-sequence.ts';

/** A simulation: its sequence of steps, the current position in it, and functions that change them. */
export interface Simulation {
  readonly stepper: Stepper;
  readonly sequence: StepSequence;
  /** What is wrong with the link that opened it; empty otherwise. */
  readonly problem: string;
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
  const [sequence, setSequence] = useState<StepSequence | null>(null);
  const [problem, setProblem] = useState('');
  const [position, setPosition] = useState(0);
  const { states, error } = useMemo(
    () =>
      stepper && sequence
        ? stepper.replay(sequence.input, sequence.steps)
        : { states: [], error: '' },
    [stepper, sequence],
  );
  // During this rendering, so that no frame shows another sequence.
  if (stepper !== null && sequence === null) {
    const linked = link === null ? null : decodeSequence(link);
    const initial = linked ?? { input: stepper.cases.inputs[0]?.name ?? '', steps: [] };
    setSequence(initial);
    setPosition(initial.steps.length);
    if (link !== null && linked === null) setProblem('The link is broken.');
    if (linked !== null && linked.machine !== fingerprint) {
      setProblem('The link is of another version of the machine.');
    }
  }
  const last = states.length - 1;
  // A sequence can name more steps than can be taken.
  const current = Math.min(position, last);
  const state = states[current] ?? null;
  if (stepper === null || sequence === null) return null;
  const { input, steps } = sequence;
  const open = (other: StepSequence) => {
    setSequence(other);
    setProblem('');
    setPosition(other.steps.length);
    onChange(other);
  };
  return {
    stepper,
    sequence,
    problem,
    position: current,
    states,
    state,
    error,
    take: (step) => open({ input, steps: [...steps.slice(0, current), step] }),
    goTo: (target) => setPosition(Math.max(0, Math.min(target, last))),
    open,
  };
}
