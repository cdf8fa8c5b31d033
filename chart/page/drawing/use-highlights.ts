import { useMemo } from 'react';
import { edgesFrom } from '#chart/model/neighbourhood.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { SimulationState } from '#statechart/explore/stepper.ts';
import type { TabReport } from '../live/use-live.ts';
import type { messages } from '../messages.ts';
import type { Simulation } from '../simulate/use-simulation.ts';
import {
  activeLeaves,
  activeStates,
  type Highlights,
  NO_HIGHLIGHTS,
  neighbourhoodOf,
} from './highlights.ts';

/** A mode of the chart page. */
export type ChartMode = keyof typeof messages.modes;

interface HighlightSources {
  readonly graph: MachineGraph;
  readonly mode: ChartMode;
  readonly selected: string | null;
  /** The ids of the transitions that a panel is about. */
  readonly marked: Highlights['marked'];
  readonly watched: TabReport | null;
  /** `null` until it is loaded. */
  readonly simulation: Simulation | null;
  readonly preview: SimulationState | null;
  /** How often each transition was taken; `null` without the overlay of the coverage. */
  readonly hits: Highlights['hits'];
  readonly marks: Highlights['marks'];
}

/** What is emphasized in each mode of the page. */
export function useHighlights(sources: HighlightSources): Highlights {
  const { graph, mode, selected, marked, watched, simulation, preview, hits, marks } = sources;
  // Read in its mode only, because reading it simulates.
  const simulated = mode === 'simulate' ? simulation : null;
  const state = simulated?.state ?? null;
  const position = simulated?.position ?? 0;
  return useMemo(() => {
    const base: Highlights = {
      ...NO_HIGHLIGHTS,
      selected,
      marked,
      hits,
      marks,
      neighbourhood: neighbourhoodOf(graph, selected, marked),
    };
    const activeHighlights = (statePath: string): Pick<Highlights, 'active' | 'outgoing'> => {
      const active = activeStates(statePath);
      return { active, outgoing: edgesFrom(graph, new Set(activeLeaves(active))) };
    };
    if (state !== null) {
      return {
        ...base,
        ...activeHighlights(state.path),
        flash: { ids: new Set(position > 0 ? state.taken : []), key: position },
        preview: {
          ids: new Set(preview?.taken ?? []),
          states: activeStates(preview?.path ?? ''),
        },
      };
    }
    const last = watched?.log.findLast(({ taken }) => taken.length > 0);
    return {
      ...base,
      ...activeHighlights(watched?.state ?? ''),
      flash: { ids: new Set(last?.taken), key: last?.seq ?? 0 },
      timers: watched?.timers ?? [],
    };
  }, [graph, selected, marked, watched, state, position, preview, hits, marks]);
}
