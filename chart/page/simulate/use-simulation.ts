import { useEffect, useMemo, useState } from 'react';
import type { ChartData, ChartStep, ChartWay } from '#chart/model/chart.types.ts';
import { createSimulation, type Moment, type Simulation } from '../../model/simulation.ts';
import { decodeSequence, type Opened, type Sequence } from './share.ts';

/** Milliseconds between two steps of a replay. */
const PACE = 900;

/** A simulation as a person holds it: its steps, how far they are walked, and the way to change them. */
export interface SimulationControl {
  readonly simulation: Simulation;
  readonly sequence: Sequence;
  readonly problem: Opened['problem'];
  /** How many steps are walked. */
  readonly at: number;
  /** The moments of all steps, the start first. */
  readonly moments: readonly Moment[];
  readonly moment: Moment;
  readonly isPlaying: boolean;
  readonly startAs: (input: string) => void;
  readonly take: (step: ChartStep) => void;
  readonly goTo: (at: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Plays a way from its start. */
  readonly follow: (way: ChartWay) => void;
}

/**
 * The state of a simulation.
 *
 * @param shared the text of a share link, if the page was opened by one
 */
export function useSimulation(data: ChartData, shared: string | null): SimulationControl {
  const simulation = useMemo(() => createSimulation(data.cases), [data]);
  const [opened, setOpened] = useState<Opened>(() => openedBy(data, shared));
  const [at, setAt] = useState(opened.steps.length);
  const [isPlaying, setPlaying] = useState(false);
  const { input, steps, problem } = opened;
  const moments = useMemo(() => simulation.replay(input, steps), [simulation, input, steps]);
  const here = Math.min(at, moments.length - 1);
  const moment = moments[here] ?? simulation.start(input);

  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= steps.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [isPlaying, at, steps]);

  const begin = (sequence: Sequence, from: number) => {
    setOpened({ ...sequence, problem: null });
    setAt(from);
  };
  return {
    simulation,
    sequence: { input, steps },
    problem,
    at: here,
    moments,
    moment,
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

function openedBy(data: ChartData, shared: string | null): Opened {
  const first = data.cases.inputs[0]?.name ?? '';
  if (shared === null) return { input: first, steps: [], problem: null };
  return decodeSequence(shared, data.cases, data.fingerprint);
}
