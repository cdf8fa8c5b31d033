import { isDeepStrictEqual } from 'node:util';
import type { AnyTransitionDefinition } from 'xstate';
import { type AuthSnapshot, statePath } from '#machines/auth/auth.view.ts';
import type { Definition } from '#machines/explore/definition.ts';
import type { Effects } from '#machines/explore/effects.ts';
import {
  INVOKE_IDS,
  invokeIdOf,
  type ModelEvent,
  stepName,
} from '#machines/explore/model-events.ts';
import { type Model, START } from '#machines/explore/stepper.ts';
import type { Cover } from './paths.ts';
import { plainContext } from './walk.ts';

/** Every behaviour that was seen: what each payload case does on each branch, as text. */
export interface Behaviour {
  /** What a tab does when it starts from an input, and on every step of its cover. */
  readonly record: (cover: Cover) => void;
  readonly text: () => string;
}

/** A recorder of behaviours; of several ways over the same branch the shortest is told. */
export function createBehaviour(definitions: readonly Definition[]): Behaviour {
  const ids = new Map(
    definitions.map(({ transition, id, guard }) => [transition, guard ? `${id} [${guard}]` : id]),
  );
  const seen = new Map<string, { depth: number; text: string }>();
  const recordStep = (
    model: Model,
    step: ModelEvent,
    before: AuthSnapshot,
    after: AuthSnapshot,
  ) => {
    const { taken, depth } = model.momentOf(after);
    const branches = idsOf(taken, ids);
    if (branches.length === 0) return;
    const key = `${branches.join(' + ')} # ${stepName(step)}`;
    const known = seen.get(key);
    if (known === undefined || depth < known.depth)
      seen.set(key, { depth, text: tell(model, { step, before, after, branches }) });
  };
  return {
    record: ({ input, model, paths }) => {
      const start = model.start();
      const branches = idsOf(model.momentOf(start).taken, ids);
      seen.set(`start # ${input.name}`, {
        depth: 0,
        text: tellStart(input.name, model, start, branches),
      });
      for (const { steps } of paths) {
        let before = steps[0]?.state ?? start;
        for (const { event, state } of steps.slice(1)) {
          recordStep(model, event, before, state);
          before = state;
        }
      }
    },
    text: () => {
      const sections = [...seen].sort(([one], [other]) => (one < other ? -1 : 1));
      return `${sections.map(([, { text }]) => text).join('\n\n')}\n`;
    },
  };
}

function idsOf(
  taken: readonly AnyTransitionDefinition[],
  ids: ReadonlyMap<AnyTransitionDefinition, string>,
): readonly string[] {
  return taken.flatMap((transition) => ids.get(transition) ?? []);
}

interface Told {
  readonly step: ModelEvent;
  readonly before: AuthSnapshot;
  readonly after: AuthSnapshot;
  readonly branches: readonly string[];
}

function tell(model: Model, { step, before, after, branches }: Told): string {
  const { effects } = model.momentOf(after);
  const now = timeOf(model, after);
  const answered = invokeIdOf(step.type);
  const dropped = model
    .momentOf(before)
    .waiting.filter((id) => id !== answered && effects.stopped.includes(id));
  return [
    `${statePath(before.value)}  ${stepName(step)}`,
    `  to      ${statePath(after.value)}`,
    ...branches.map((branch) => `  by      ${branch}`),
    ...tellFacts(effects, now),
    ...dropped.map((id) => `  drops   ${id}`),
    ...tellCalls(effects, now),
    ...changes(before, after, now).map((change) => `  sets    ${change}`),
  ].join('\n');
}

function tellStart(
  input: string,
  model: Model,
  start: AuthSnapshot,
  branches: readonly string[],
): string {
  const { effects } = model.momentOf(start);
  const now = timeOf(model, start);
  return [
    `a start: ${input}`,
    `  to      ${statePath(start.value)}`,
    ...branches.map((branch) => `  by      ${branch}`),
    ...tellFacts(effects, now),
    ...tellCalls(effects, now),
    ...Object.entries(plainContext(start.context)).map(
      ([key, part]) => `  has     ${key} = ${told(part, now)}`,
    ),
  ].join('\n');
}

function tellFacts({ facts, commands }: Effects, now: number): readonly string[] {
  return [
    ...facts.map((fact) => `  says    ${told(fact, now)}`),
    ...commands.map((command) => `  does    ${command}`),
  ];
}

function tellCalls({ calls }: Effects, now: number): readonly string[] {
  return calls
    .filter(({ id }) => INVOKE_IDS.some((known) => known === id))
    .map(({ id, input }) => `  calls   ${id} ${told(input, now)}`);
}

function timeOf(model: Model, snapshot: AuthSnapshot): number {
  const { clock, slept } = model.momentOf(snapshot);
  return START + clock + slept;
}

function changes(before: AuthSnapshot, after: AuthSnapshot, now: number): readonly string[] {
  const old = new Map(Object.entries(plainContext(before.context)));
  return Object.entries(plainContext(after.context))
    .filter(([name, value]) => !isDeepStrictEqual(old.get(name), value))
    .map(([name, value]) => `${name} = ${told(value, now)}`);
}

/** A value as text, its moments as they are from now: an epoch time would say nothing to a reader. */
export function told(value: unknown, now: number): string {
  if (value === undefined) return '';
  const moment = (number: number) => (number === now ? 'now' : `now + ${number - now}`);
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' && part >= START - 86_400_000 ? moment(part) : part,
  );
}
