import { useMemo } from 'react';
import type { ChartData } from '#chart/model/chart.types.ts';
import { linesFrom, neighbourhood } from '#chart/model/neighbourhood.ts';
import type { Moment } from '#chart/model/simulation.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import type { LiveTab } from '../live/use-live.ts';
import type { messages } from '../messages.ts';
import type { SimulationControl } from '../simulate/use-simulation.ts';
import { activeLeaves, activeStates, type Highlights, NO_HIGHLIGHTS } from './highlights.ts';

/** A way of looking at the machine. */
export type Mode = keyof typeof messages.modes;

interface Marked {
  readonly graph: ChartGraph;
  readonly mode: Mode;
  readonly selected: string | null;
  readonly watched: LiveTab | null;
  readonly control: SimulationControl;
  readonly preview: Moment | null;
  readonly coverage: ChartData['coverage'];
}

/** What is marked depends on the way of looking; the drawing is the same. */
export function useHighlights(marked: Marked): Highlights {
  const { graph, mode, selected, watched, control, preview, coverage } = marked;
  const { moment, at } = control;
  return useMemo(() => {
    const isKnown = graph.states.some(({ id }) => id === selected);
    const near = selected !== null && isKnown ? neighbourhood(graph, selected) : null;
    const base = { ...NO_HIGHLIGHTS, selected, near };
    const running = (path: string) => {
      const active = activeStates(path);
      return { active, next: linesFrom(graph, new Set(activeLeaves(active))) };
    };
    if (mode === 'coverage') return { ...base, hits: coverage?.hits ?? null };
    if (mode === 'simulate') {
      return {
        ...base,
        ...running(moment.path),
        flash: { ids: new Set(at > 0 ? moment.taken : []), turn: at },
        preview: {
          ids: new Set(preview?.taken ?? []),
          states: activeStates(preview?.path ?? ''),
        },
      };
    }
    const last = watched?.log.findLast(({ taken }) => taken.length > 0);
    return {
      ...base,
      ...running(watched?.state ?? ''),
      flash: { ids: new Set(last?.taken), turn: last?.seq ?? 0 },
      timers: watched?.timers ?? [],
    };
  }, [graph, mode, selected, watched, moment, at, preview, coverage]);
}
