import { existsSync, readFileSync } from 'node:fs';
import type { ChartConfig, ChartData } from '../chart.types.ts';
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
  { machine, mainWalks = [], coverage = [], testTemplate = '' }: ChartConfig,
  stepper: Stepper | null,
): Promise<ChartData> {
  const graph = machineGraph(machine);
  const walks = stepper === null ? [] : mainWalks.map((walk) => mainWalk(stepper, walk));
  const main = [...new Set(walks.flatMap(idsOf))];
  const hits = readHits(coverage, graph.fingerprint);
  return { graph, layouts: await layOutLevels(graph, walks), main, hits, testTemplate };
}

function mainWalk(stepper: Stepper, { input, steps }: StepSequence): MainWalk {
  const states = stepper.replay(input, steps);
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
  try {
    return {
      map: await layOut({ ...map, level: 'map', main }),
      details: await layOut({ graph, level: 'details', main }),
    };
  } catch (error) {
    console.warn(`The statechart has no layout: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** The first report of this machine. */
function readHits(paths: readonly string[], fingerprint: string): ChartData['hits'] {
  for (const path of paths.filter((each) => existsSync(each))) {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    if (report?.machine !== fingerprint) continue;
    const list: readonly { id: string; hits: number }[] = report.transitions;
    return Object.fromEntries(list.map(({ id, hits }) => [id, hits]));
  }
  return null;
}
