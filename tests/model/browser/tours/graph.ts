import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/explore/start-inputs.ts';
import { type ModelStep, stepName } from '#machines/explore/steps.ts';
import { authStepper } from '#tests/model/support/paths.ts';
import { BEGINNING, type Past, pastAfter, performable } from './is-performable.ts';

/** One step of the graph, as far as choosing a tour needs it. */
export interface Edge {
  readonly event: ModelStep;
  readonly to: string;
  readonly taken: readonly string[];
}

/** A tab at its start. */
export interface Start {
  readonly input: StartInput;
  readonly key: string;
  /** What is taken before anything happens: where the tab stands is decided. */
  readonly taken: readonly string[];
}

/** Everything that a browser can do with the model, whichever way a tab starts. */
export interface Graph {
  readonly starts: readonly Start[];
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
}

interface Node {
  readonly state: AuthSimulationState;
  readonly past: Past;
}

/** The steps a browser can make from a node, and where they lead. */
export function onward({ state, past }: Node): readonly (Edge & { readonly node: Node })[] {
  return authStepper
    .steps(state)
    .filter((step) => performable({ step, state, past }))
    .map((event) => {
      const after = authStepper.step(state, event);
      const node = { state: after, past: pastAfter(past, event) };
      return { event, node, to: keyOf(node), taken: after.taken };
    });
}

/** What tells two nodes apart: what guards can read, which way it came, and what the page went through. */
function keyOf({ state, past }: Node): string {
  const { callback, linkSentAt } = state.snapshot.context;
  return [
    state.key,
    state.lastStep === null ? 'the start' : stepName(state.lastStep),
    callback,
    linkSentAt === null,
    past.settings,
    past.over,
  ].join(' ');
}

/** The whole graph; every node is looked at once, in the way it was first reached. */
export function graphOfBrowser(): Graph {
  const starts = START_INPUTS.map(startOf);
  const edges = new Map<string, readonly Edge[]>();
  const queue: Node[] = starts.map(({ input }) => ({
    state: authStepper.start(input.name),
    past: BEGINNING,
  }));
  for (const node of queue) {
    const key = keyOf(node);
    if (edges.has(key)) continue;
    const ways = onward(node);
    edges.set(
      key,
      ways.map(({ event, to, taken }) => ({ event, to, taken })),
    );
    queue.push(...ways.filter(({ to }) => !edges.has(to)).map((way) => way.node));
  }
  return { starts, edges };
}

function startOf(input: StartInput): Start {
  const state = authStepper.start(input.name);
  return { input, key: keyOf({ state, past: BEGINNING }), taken: state.taken };
}
