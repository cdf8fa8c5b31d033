import type { ChartConfig, ChartData } from '../chart.types.ts';
import { sourcesOf } from '../explore/codes.ts';
import { eventLabel, type MachineGraph, machineGraph } from '../explore/machine-graph.ts';
import type { Stepper } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';
import { layOut } from '../layout/lay-out.ts';
import { type MainWalk, mapGraph, RETURN } from '../layout/map-graph.ts';

/**
 * Computes what the page draws.
 *
 * @param stepper `null` for a machine without payload cases, which has no main walks
 */
export async function computeChart(
  { machine, mainWalks = [], testTemplate = '' }: ChartConfig,
  stepper: Stepper | null,
): Promise<ChartData> {
  const graph = machineGraph(machine);
  const walks = stepper === null ? [] : mainWalks.map((walk) => mainWalk(stepper, walk));
  const main = [...new Set(walks.flatMap(idsOf))];
  const layouts = await layOutLevels(graph, walks);
  return { graph, codes: sourcesOf(machine), layouts, main, testTemplate };
}

function mainWalk(stepper: Stepper, { input, steps }: StepSequence): MainWalk {
  const { states } = stepper.replay(input, steps);
  const [start] = states;
  return {
    input,
    taken: states.flatMap(({ taken, lastStep }, index) =>
      taken.map((id) => ({
        id,
        from: states[index - 1]?.path ?? '',
        label: eventLabel(lastStep?.type ?? ''),
      })),
    ),
    // A start that decides at once begins at the state that decides.
    first: start?.taken[0]?.split(' | ')[0] ?? start?.path ?? '',
    last: states.at(-1)?.path ?? '',
  };
}

const idsOf = ({ taken }: MainWalk) => taken.map(({ id }) => id);

async function layOutLevels(
  graph: MachineGraph,
  walks: readonly MainWalk[],
): Promise<ChartData['layouts']> {
  const map = mapGraph(graph, walks);
  const returns = map.graph.transitions.filter(({ event }) => event === RETURN);
  const main = new Set([...walks.flatMap(idsOf), ...returns.map(({ id }) => id)]);
  return {
    map: await layOut({ ...map, level: 'map', main }),
    details: await layOut({ graph, level: 'details', main }),
  };
}
