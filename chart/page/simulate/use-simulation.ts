import { useEffect, useMemo, useState } from 'react';
import { once } from '#chart/model/once.ts';
import type { SimulationState, Stepper } from '#statechart/explore/stepper.ts';
import type { ModelStep, StepSequence } from '#statechart/explore/steps.ts';
import { type DecodedSequence, decodeSequence } from './encode-sequence.ts';

/** Milliseconds between two steps of a replay. */
const REPLAY_INTERVAL = 900;

const NO_STEPS: readonly ModelStep[] = [];

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
  /** Opens another sequence at its end. */
  readonly openSequence: (sequence: StepSequence) => void;
}

interface UsedSimulation {
  /** `null` until the stepper is loaded. */
  readonly simulation: Simulation | null;
  /** Plays another sequence from its start, as soon as the stepper is loaded. */
  readonly playSequence: (sequence: StepSequence) => void;
  readonly openSequence: Simulation['openSequence'];
}

/**
 * Simulates a machine. Nothing is simulated before `position`, `states` or `state` is read: most visitors of the chart
 * never look at a simulation.
 *
 * @param stepper `null` until it is loaded
 * @param fingerprint of the machine
 * @param shared the text of a share link, if the page was opened by one
 * @param onChange called with each sequence that replaces the one before
 */
export function useSimulation(
  stepper: Stepper | null,
  fingerprint: string,
  shared: string | null,
  onChange: (sequence: StepSequence) => void,
): UsedSimulation {
  const [link] = useState(shared);
  const [decoded, setDecoded] = useState<DecodedSequence | null>(null);
  const [position, setPosition] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const { input = '', steps = NO_STEPS, problem = null } = decoded ?? {};
  const states = useMemo(
    () => once(() => stepper?.replay(input, steps) ?? []),
    [stepper, input, steps],
  );
  // A sequence can name more steps than can be taken.
  const current = () => Math.min(position, states().length - 1);
  // During this rendering, so that no frame shows another sequence.
  if (stepper !== null && decoded === null) {
    const initial = initialSequence(stepper, fingerprint, link);
    setDecoded(initial);
    setPosition(initial.steps.length);
  }

  useEffect(() => {
    if (!isPlaying || stepper === null) return undefined;
    if (position >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setPosition(position + 1), REPLAY_INTERVAL);
    return () => clearTimeout(timer);
  }, [isPlaying, stepper, position, steps]);

  const replaceSequence = (sequence: StepSequence, newPosition: number) => {
    setDecoded({ ...sequence, problem: null });
    setPosition(newPosition);
    onChange(sequence);
  };
  const openSequence = (sequence: StepSequence) => {
    setPlaying(false);
    replaceSequence(sequence, sequence.steps.length);
  };
  const simulation =
    stepper !== null && decoded !== null
      ? {
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
          restart: (name: string) => replaceSequence({ input: name, steps: [] }, 0),
          take: (step: ModelStep) => {
            setPlaying(false);
            replaceSequence({ input, steps: [...steps.slice(0, current()), step] }, current() + 1);
          },
          goTo: (target: number) => {
            setPlaying(false);
            setPosition(Math.max(0, Math.min(target, steps.length)));
          },
          play: () => {
            if (current() >= steps.length) setPosition(0);
            setPlaying(true);
          },
          pause: () => setPlaying(false),
          openSequence,
        }
      : null;
  return {
    simulation,
    playSequence: (sequence) => {
      replaceSequence(sequence, 0);
      setPlaying(true);
    },
    openSequence,
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
