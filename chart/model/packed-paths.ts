import type { MachineGraph } from '../../packages/statechart/explore/machine-graph.ts';
import type { StepSequence } from '../../packages/statechart/explore/steps.ts';

type Paths = Readonly<Record<string, StepSequence>>;

/** Paths in few characters: their start inputs and steps are indexes of lists that all paths share. */
export interface PackedPaths {
  readonly inputs: readonly string[];
  readonly steps: readonly (readonly [type: string, name: string])[];
  /** For each state and each transition of the graph the input, then the steps; nothing if there is no path. */
  readonly paths: readonly (readonly number[])[];
}

/** Packs paths without overridden guards. */
export function packPaths(graph: MachineGraph, paths: Paths): PackedPaths {
  const inputs = [...new Set(Object.values(paths).map(({ input }) => input))];
  const steps = new Map<string, readonly [string, string]>();
  for (const step of Object.values(paths).flatMap((path) => path.steps)) {
    steps.set(`${step.type}#${step.case}`, [step.type, step.case]);
  }
  const indexes = new Map([...steps.keys()].map((key, index) => [key, index]));
  const packed = idsOf(graph).map((id) => {
    const path = paths[id];
    if (path === undefined) return [];
    const own = path.steps.map((step) => indexes.get(`${step.type}#${step.case}`) ?? 0);
    return [inputs.indexOf(path.input), ...own];
  });
  return { inputs, steps: [...steps.values()], paths: packed };
}

/** The paths that were packed with the same graph. */
export function unpackPaths(graph: MachineGraph, { inputs, steps, paths }: PackedPaths): Paths {
  const entries = idsOf(graph).flatMap((id, position): [string, StepSequence][] => {
    const [input, ...indexes] = paths[position] ?? [];
    if (input === undefined) return [];
    const own = indexes.map((index) => {
      const [type, name] = steps[index] ?? ['', ''];
      return { type, case: name };
    });
    return [[id, { input: inputs[input] ?? '', steps: own }]];
  });
  return Object.fromEntries(entries);
}

function idsOf({ states, transitions }: MachineGraph): readonly string[] {
  return [...states, ...transitions].map(({ id }) => id);
}
