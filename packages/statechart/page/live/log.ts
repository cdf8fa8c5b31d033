import type { MachineGraph } from '../../explore/machine-graph.ts';
import type { FeedEntry } from '../../feed/feed.types.ts';
import { activeStates } from '../drawing/highlights.ts';

/** A log entry with what follows from it by the machine's graph. */
export interface LogStep {
  readonly entry: FeedEntry;
  /** Milliseconds since the step before; `null` for the first step of a page. */
  readonly since: number | null;
  /** The active leaves that the step left and entered: in a parallel state, only those that changed. */
  readonly left: readonly string[];
  readonly entered: readonly string[];
  /** The actions that were taken, in their order. */
  readonly actions: readonly string[];
}

/** The steps of a log, the oldest first. */
export function logSteps(graph: MachineGraph, log: readonly FeedEntry[]): readonly LogStep[] {
  return log.map((entry, index) => {
    const before = log[index - 1];
    const isFirstOfPage = before === undefined || entry.before === '';
    const [old, current] = [leaves(entry.before), leaves(entry.after)];
    return {
      entry,
      since: isFirstOfPage ? null : entry.at - before.at,
      left: old.filter((leaf) => !current.includes(leaf)),
      entered: current.filter((leaf) => !old.includes(leaf)),
      actions: actionsOf(graph, entry),
    };
  });
}

/** The exit actions of the states left, the actions of the transitions, the entry actions of the states entered. */
function actionsOf({ states, transitions }: MachineGraph, entry: FeedEntry): readonly string[] {
  const [old, current] = [activeStates(entry.before), activeStates(entry.after)];
  const taken = transitions.filter(({ id }) => entry.taken.includes(id));
  return [
    ...states.filter(({ id }) => old.has(id) && !current.has(id)).flatMap(({ exit }) => exit),
    ...taken.flatMap(({ actions }) => actions),
    ...states.filter(({ id }) => !old.has(id) && current.has(id)).flatMap(({ entry: own }) => own),
  ];
}

function leaves(statePath: string): readonly string[] {
  return statePath.split(' ').filter((leaf) => leaf !== '');
}
