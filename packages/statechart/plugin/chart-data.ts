import type { ChartConfig, ChartData } from '../chart.types.ts';
import { sourcesOf } from '../explore/codes.ts';
import { defaultStepper } from '../explore/default-stepper.ts';
import { eventLabel, machineGraph } from '../explore/machine-graph.ts';
import type { Stepper } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';
import { layOut } from '../layout/lay-out.ts';
import { mapGraph, type Taken } from '../layout/map-graph.ts';

/** Computes what the page draws. */
export async function computeChart({
  machine,
  createStepper = () => defaultStepper(machine),
  mainWalks = [],
  testTemplate = '',
}: ChartConfig): Promise<ChartData> {
  const graph = machineGraph(machine);
  const stepper = createStepper();
  const taken = mainWalks.flatMap((walk) => takenBy(stepper, walk));
  const main = new Set(taken.map(({ id }) => id));
  const layouts = {
    map: await layOut({ ...mapGraph(graph, taken), level: 'map', main }),
    details: await layOut({ graph, level: 'details', main }),
  };
  return { graph, codes: sourcesOf(machine), layouts, main: [...main], testTemplate };
}

function takenBy(stepper: Stepper, { input, steps }: StepSequence): readonly Taken[] {
  const { states } = stepper.replay(input, steps);
  return states.flatMap(({ taken, lastStep }, index) =>
    taken.map((id) => ({
      id,
      from: states[index - 1]?.path ?? '',
      label: eventLabel(lastStep?.type ?? ''),
    })),
  );
}
