import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { transitionId } from '#machines/explore/machine-graph.ts';
import { type ModelEvent, stepName } from '#machines/explore/model-events.ts';
import { ALL_INPUTS, type ModelInput } from '#machines/explore/start-inputs.ts';
import { createModel, type Model } from '#machines/explore/stepper.ts';
import { BEGINNING, type Past, pastAfter, performable } from './is-performable.ts';

/** One step of the graph, as far as choosing a tour needs it. */
export interface Edge {
  readonly event: ModelEvent;
  readonly to: string;
  readonly taken: readonly string[];
}

/** A tab at its start. */
export interface Start {
  readonly input: ModelInput;
  readonly model: Model;
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
  readonly model: Model;
  readonly state: AuthSnapshot;
  readonly past: Past;
}

/** The steps a browser can make from a node, and where they lead. */
export function onward({ model, state, past }: Node): readonly (Edge & { readonly node: Node })[] {
  return model
    .steps(state)
    .filter((step) => performable({ step, snapshot: state, model, past }))
    .map((event) => {
      const after = model.step(state, event);
      const node = { model, state: after, past: pastAfter(past, event) };
      return { event, node, to: keyOf(node), taken: takenTo(node) };
    });
}

/** What tells two nodes apart: what guards can read, which way it came, and what the page went through. */
function keyOf({ model, state, past }: Node): string {
  const { via } = model.momentOf(state);
  const { callback, linkSentAt } = state.context;
  return [
    model.keyOf(state),
    via === null ? 'the start' : stepName(via),
    callback,
    linkSentAt === null,
    past.settings,
    past.over,
  ].join(' ');
}

/** The whole graph; every node is looked at once, in the way it was first reached. */
export function graphOfBrowser(): Graph {
  const starts = ALL_INPUTS.map(startOf);
  const edges = new Map<string, readonly Edge[]>();
  const queue: Node[] = starts.map(({ model }) => ({
    model,
    state: model.start(),
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

function startOf(input: ModelInput): Start {
  const model = createModel({ ...input, steps: Number.POSITIVE_INFINITY });
  const node = { model, state: model.start(), past: BEGINNING };
  return { input, model, key: keyOf(node), taken: takenTo(node) };
}

/** The ids of the definitions that the last step took. */
function takenTo({ model, state }: Node): readonly string[] {
  return model.momentOf(state).taken.map(transitionId);
}
