import { useEffect, useMemo, useState } from 'react';
import { createAuthStepper } from '#machines/explore/auth-stepper.ts';
import type { SimulationState, Stepper } from '#machines/explore/stepper.ts';
import type { ModelStep, StepSequence } from '#machines/explore/steps.ts';
import { decodeSequence, type Opened } from './share.ts';

/** Milliseconds between two steps of a replay. */
const PACE = 900;

/** A simulation as a person holds it: its steps, how far they are walked, and the way to change them. */
export interface SimulationControl {
  readonly stepper: Stepper;
  readonly sequence: StepSequence;
  readonly problem: Opened['problem'];
  /** How many steps are walked. */
  readonly at: number;
  /** The states after all steps, the start first. */
  readonly states: readonly SimulationState[];
  readonly state: SimulationState;
  readonly isPlaying: boolean;
  readonly startAs: (input: string) => void;
  readonly take: (step: ModelStep) => void;
  readonly goTo: (at: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Plays a way from its start. */
  readonly follow: (way: StepSequence) => void;
}

/**
 * The state of a simulation.
 *
 * @param shared the text of a share link, if the page was opened by one
 */
export function useSimulation(fingerprint: string, shared: string | null): SimulationControl {
  const stepper = useMemo(() => createAuthStepper(), []);
  const [opened, setOpened] = useState<Opened>(() => openedBy(stepper, fingerprint, shared));
  const [at, setAt] = useState(opened.steps.length);
  const [isPlaying, setPlaying] = useState(false);
  const { input, steps, problem } = opened;
  const states = useMemo(() => stepper.replay(input, steps), [stepper, input, steps]);
  const here = Math.min(at, states.length - 1);
  const state = states[here] ?? stepper.start(input);

  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [isPlaying, at, steps]);

  const begin = (sequence: StepSequence, from: number) => {
    setOpened({ ...sequence, problem: null });
    setAt(from);
  };
  return {
    stepper,
    sequence: { input, steps },
    problem,
    at: here,
    states,
    state,
    isPlaying,
    startAs: (name) => begin({ input: name, steps: [] }, 0),
    take: (step) => {
      setPlaying(false);
      begin({ input, steps: [...steps.slice(0, here), step] }, here + 1);
    },
    goTo: (place) => {
      setPlaying(false);
      setAt(Math.max(0, Math.min(place, steps.length)));
    },
    play: () => {
      if (here >= steps.length) setAt(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
    follow: (way) => {
      begin(way, 0);
      setPlaying(true);
    },
  };
}

function openedBy({ cases }: Stepper, fingerprint: string, shared: string | null): Opened {
  const first = cases.inputs[0]?.name ?? '';
  if (shared === null) return { input: first, steps: [], problem: null };
  return decodeSequence(shared, cases, fingerprint);
}
