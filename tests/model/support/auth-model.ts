import type { StatePath } from '@xstate/graph';
import { TestModel, type TestPath } from '@xstate/test';
import type { ActorLogic } from 'xstate';
import {
  type AuthSimulationState,
  type AuthStepper,
  createAuthStepper,
} from '#machines/auth-cases/auth-stepper.ts';
import { MAIN_INPUT, START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';
import { keyWithTimers } from '#statechart/walks/shortest-paths.ts';

const ACTIVE = { status: 'active', output: undefined, error: undefined } as const;

/** A state of the model, in the shape that `@xstate/test` requires. */
export type ModelState = AuthSimulationState &
  typeof ACTIVE & {
    /** The same for two states from which the same steps are possible and lead to the same. */
    readonly node: string;
  };

/** A way through the product, from a start input. */
export interface Walk {
  readonly input: StartInput;
  /** The state after the start, and after each step. */
  readonly states: readonly ModelState[];
  /** Performs each step and checks each state. */
  readonly test: TestPath<ModelState, ModelStep>['test'];
}

interface ModelOptions {
  readonly stepper?: AuthStepper;
  /** The steps to take from a state; all that the stepper offers by default. */
  readonly stepsFrom?: (state: AuthSimulationState) => readonly ModelStep[];
  /** What else tells two states apart. */
  readonly detailOf?: (state: AuthSimulationState) => string;
}

/** The step that opens the product in a tab; its case is the name of a start input. */
export const OPEN = 'model.open';

/** The one stepper of all tests. */
export const authStepper = createAuthStepper();

/** A tab in which the product is not open yet: the one state in which every walk starts. */
export const CLOSED: ModelState = { ...authStepper.start(MAIN_INPUT.name), ...ACTIVE, node: OPEN };

/**
 * The auth machine on a simulated clock as a model of `@xstate/test`: a tab is opened with each start input, and then
 * takes every step that is possible.
 */
export function createAuthModel({
  stepper = authStepper,
  stepsFrom = stepper.steps,
  detailOf = () => '',
}: ModelOptions = {}) {
  const nodeOf = createNodes(detailOf);
  const withNode = (state: AuthSimulationState): ModelState => ({
    ...state,
    ...ACTIVE,
    node: nodeOf(state),
  });
  const starts = stepper.cases.inputs.map(({ name }) => ({ type: OPEN, case: name }));
  const possibleSteps = (state: ModelState) => (state === CLOSED ? starts : stepsFrom(state));
  const transition = (from: ModelState, step: ModelStep) =>
    withNode(from === CLOSED ? stepper.start(step.case) : stepper.step(from, step));
  const logic: ActorLogic<ModelState, ModelStep, undefined> = {
    getInitialSnapshot: () => CLOSED,
    transition,
    getPersistedSnapshot: (state) => state,
  };
  const traversal = {
    events: possibleSteps,
    serializeState: ({ node }: ModelState) => node,
    serializeEvent: stepName,
    stateMatcher: (_state: ModelState, name: string) => name === '*',
  };
  const model = new TestModel<ModelState, ModelStep, undefined>(logic, traversal);
  const edges = model.getAdjacencyList();
  const edgesFrom = new Map<string, typeof edges>();
  for (const edge of edges)
    edgesFrom.set(edge.state.node, [...(edgesFrom.get(edge.state.node) ?? []), edge]);

  /** The shortest path to an untaken transition; empty when none is within `length` steps. */
  const pathToUntaken = (from: string, untaken: ReadonlySet<string>, length: number) => {
    const seen = new Set([from]);
    const paths: (typeof edges)[] = [[]];
    for (const path of paths) {
      if (path.length >= length) return [];
      for (const edge of edgesFrom.get(path.at(-1)?.nextState.node ?? from) ?? []) {
        const { taken, node } = edge.nextState;
        if (taken.some((id) => untaken.has(id))) return [...path, edge];
        if (!seen.has(node)) paths.push([...path, edge]);
        seen.add(node);
      }
    }
    return [];
  };

  /** The edges to the nearest untaken transition, from there to the next one, until none is near enough. */
  const planned = (untaken: Iterable<string>, length: number) => {
    const left = new Set(untaken);
    const plan: typeof edges = [];
    for (;;) {
      const from = plan.at(-1)?.nextState.node ?? OPEN;
      const path = pathToUntaken(from, left, length - plan.length);
      if (path.length === 0) return plan;
      plan.push(...path);
      for (const id of path.flatMap(({ nextState }) => nextState.taken)) left.delete(id);
    }
  };

  /**
   * The path of a plan. The model keeps one state per node, and two paths to a node may differ in what no guard reads:
   * the path ends at a step that is not possible there.
   */
  const pathOf = (plan: typeof edges): StatePath<ModelState, ModelStep> => {
    const steps = [{ event: { type: 'xstate.init', case: '' }, state: CLOSED }];
    let state = CLOSED;
    for (const { event } of plan) {
      if (!possibleSteps(state).some((each) => stepName(each) === stepName(event))) break;
      state = transition(state, event);
      steps.push({ event, state });
    }
    return { state, steps, weight: steps.length };
  };

  /** Paths of at most `length` states that together take every transition, the same at every call (greedy). */
  const coverTransitions = (length: number) => {
    const untaken = new Set(edges.flatMap(({ nextState }) => nextState.taken));
    const found: StatePath<ModelState, ModelStep>[] = [];
    while (untaken.size > 0) {
      const before = untaken.size;
      const path = pathOf(planned(untaken, length));
      for (const id of path.steps.flatMap(({ state }) => state.taken)) untaken.delete(id);
      if (untaken.size === before) throw new Error(`No walk takes ${[...untaken].join(', ')}.`);
      found.push(path);
    }
    return found;
  };

  return {
    /** The first state of each node that can be reached. */
    states: [...new Set(edges.map(({ state }) => state))].filter((state) => state !== CLOSED),
    /** Every start, and every step from each of them. */
    edges,
    /** Walks of at most `length` states that together take every transition. */
    walks: (length: number): readonly Walk[] =>
      model
        .getPaths(() => coverTransitions(length))
        .map(({ steps: [, ...steps], test }) => ({
          input: inputNamed(steps[0]?.event.case ?? ''),
          states: steps.map(({ state }) => state),
          test,
        })),
  };
}

/** @throws when there is no input of that name */
function inputNamed(name: string): StartInput {
  const input = START_INPUTS.find((each) => each.name === name);
  if (input === undefined) throw new Error(`No start input "${name}".`);
  return input;
}

/**
 * Finds the node of a state. A state is new when what guards read comes with an order of delays, or with a detail that no
 * guard reads, with which no state before had it: not every order comes with every detail.
 */
function createNodes(detailOf: (state: AuthSimulationState) => string) {
  const nodes = new Set<string>();
  const firstWith = new Map<string, string>();
  return (state: AuthSimulationState): string => {
    const order = keyWithTimers(state);
    const details = [...detailsOf(state), detailOf(state)];
    const aspects = [order, ...details.map((detail, index) => `${state.key} ${index} ${detail}`)];
    const node = aspects.join(' ');
    const isNew = aspects.some((aspect) => !firstWith.has(aspect));
    if (!isNew && !nodes.has(node)) return firstWith.get(order) ?? node;
    nodes.add(node);
    for (const aspect of aspects) if (!firstWith.has(aspect)) firstWith.set(aspect, node);
    return node;
  };
}

function detailsOf({ snapshot }: AuthSimulationState): readonly string[] {
  const { notice, personNotice, selectedOrganization } = snapshot.context;
  // One state is enough to see that it can be dismissed.
  const isTold =
    snapshot.matches({ signedIn: { session: 'authenticated' } }) && personNotice !== null;
  return [String(notice !== null), String(isTold), String(selectedOrganization?.id)];
}
