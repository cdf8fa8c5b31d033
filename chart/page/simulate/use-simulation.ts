import { useEffect, useMemo, useState } from 'react';
import { once } from '#chart/model/once.ts';
import type { SimulationState, Stepper } from '#machines/explore/stepper.ts';
import type { ModelStep, StepSequence } from '#machines/explore/steps.ts';
import { type DecodedSequence, decodeSequence } from './encode-sequence.ts';

/** Milliseconds between two steps of a replay. */
const REPLAY_INTERVAL = 900;

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
  readonly isPlaying: boolean;
  /** Starts again from a start input, without steps. */
  readonly restart: (input: string) => void;
  /** Takes a step, and drops the steps after the current position. */
  readonly take: (step: ModelStep) => void;
  readonly goTo: (position: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Plays another sequence from its start. */
  readonly playSequence: (sequence: StepSequence) => void;
  /** Opens another sequence at its end. */
  readonly openSequence: (sequence: StepSequence) => void;
}

/**
 * Simulates a machine. Nothing is simulated before `position`, `states` or `state` is read: most visitors of the chart
 * never look at a simulation.
 *
 * @param fingerprint of the machine
 * @param shared the text of a share link, if the page was opened by one
 * @param onChange called with each sequence that replaces the one before
 */
export function useSimulation(
  createStepper: () => Stepper,
  fingerprint: string,
  shared: string | null,
  onChange: (sequence: StepSequence) => void,
): Simulation {
  const stepper = useMemo(createStepper, [createStepper]);
  const [decoded, setDecoded] = useState(() => initialSequence(stepper, fingerprint, shared));
  const [position, setPosition] = useState(decoded.steps.length);
  const [isPlaying, setPlaying] = useState(false);
  const { input, steps, problem } = decoded;
  const states = useMemo(() => once(() => stepper.replay(input, steps)), [stepper, input, steps]);
  // A sequence can name more steps than can be taken.
  const current = () => Math.min(position, states().length - 1);

  useEffect(() => {
    if (!isPlaying) return undefined;
    if (position >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setPosition(position + 1), REPLAY_INTERVAL);
    return () => clearTimeout(timer);
  }, [isPlaying, position, steps]);

  const replaceSequence = (sequence: StepSequence, newPosition: number) => {
    setDecoded({ ...sequence, problem: null });
    setPosition(newPosition);
    onChange(sequence);
  };
  return {
    stepper,
    sequence: { input, steps },
    problem,
    get position() {
      return current();
    },
    get states() {
      return states();
    },
    get state() {
      return states()[current()] ?? stepper.start(input);
    },
    isPlaying,
    restart: (name) => replaceSequence({ input: name, steps: [] }, 0),
    take: (step) => {
      setPlaying(false);
      replaceSequence({ input, steps: [...steps.slice(0, current()), step] }, current() + 1);
    },
    goTo: (target) => {
      setPlaying(false);
      setPosition(Math.max(0, Math.min(target, steps.length)));
    },
    play: () => {
      if (current() >= steps.length) setPosition(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    playSequence: (sequence) => {
      replaceSequence(sequence, 0);
      setPlaying(true);
    },
    openSequence: (sequence) => {
      setPlaying(false);
      replaceSequence(sequence, sequence.steps.length);
    },
  };
}

function initialSequence(
  { cases }: Stepper,
  fingerprint: string,
  shared: string | null,
): DecodedSequence {
  const first = cases.inputs[0]?.name ?? '';
  if (shared === null) return { input: first, steps: [], problem: null };
  return decodeSequence(shared, cases, fingerprint);
}
