import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';
import { authStepper } from '#tests/model/support/auth-model.ts';
import {
  isPerformable,
  NEW_PAGE_STATUS,
  type PageStatus,
  pageStatusAfter,
} from './is-performable.ts';

/** A step from one node of the graph to another. */
export interface Edge {
  readonly event: ModelStep;
  readonly to: string;
  readonly taken: readonly string[];
}

export interface Start {
  readonly input: StartInput;
  readonly key: string;
  /** The transitions taken at the start, before any step. */
  readonly taken: readonly string[];
}

/** The steps a browser can perform, from every start input. */
export interface Graph {
  readonly starts: readonly Start[];
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
}

interface Node {
  readonly state: AuthSimulationState;
  readonly pageStatus: PageStatus;
}

/** The steps that a browser can perform from a node, each with the next node. */
export function stepsFrom({
  state,
  pageStatus,
}: Node): readonly (Edge & { readonly node: Node })[] {
  return authStepper
    .steps(state)
    .filter((step) => isPerformable({ step, state, pageStatus }))
    .map((event) => {
      const after = authStepper.step(state, event);
      const node = { state: after, pageStatus: pageStatusAfter(pageStatus, event) };
      return { event, node, to: keyOf(node), taken: after.taken };
    });
}

/** The key of a node: what guards can read, the last step, and the status of the page. */
function keyOf({ state, pageStatus }: Node): string {
  const { callback, linkSentAt, returnTo } = state.snapshot.context;
  return [
    state.key,
    state.lastStep === null ? 'the start' : stepName(state.lastStep),
    callback,
    linkSentAt === null,
    // Without an intermediate session, a way back leads to Google only where the settings are known.
    returnTo === null,
    pageStatus.settings,
    pageStatus.isLeft,
    pageStatus.isReplaced,
  ].join(' ');
}

/** The graph of all start inputs. Each node is expanded once, on the shortest path to it. */
export function createBrowserGraph(): Graph {
  const starts = START_INPUTS.filter(({ isOfMachineOnly }) => !isOfMachineOnly).map(startOf);
  const edges = new Map<string, readonly Edge[]>();
  const queue: Node[] = starts.map(({ input }) => ({
    state: authStepper.start(input.name),
    pageStatus: NEW_PAGE_STATUS,
  }));
  for (const node of queue) {
    const key = keyOf(node);
    if (edges.has(key)) continue;
    const steps = stepsFrom(node);
    edges.set(
      key,
      steps.map(({ event, to, taken }) => ({ event, to, taken })),
    );
    queue.push(...steps.filter(({ to }) => !edges.has(to)).map((next) => next.node));
  }
  return { starts, edges };
}

function startOf(input: StartInput): Start {
  const state = authStepper.start(input.name);
  return { input, key: keyOf({ state, pageStatus: NEW_PAGE_STATUS }), taken: state.taken };
}
