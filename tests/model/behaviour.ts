import { isDeepStrictEqual } from 'node:util';
import type { AnyTransitionDefinition } from 'xstate';
import { statePath } from '#machines/auth/auth.view.ts';
import type { Definition } from './machine-graph.ts';
import { START } from './model.ts';
import { stepName } from './model-events.ts';
import { plainContext, type WalkedStep } from './walk.ts';
import type { Run } from './world.ts';

/** Every behaviour that was seen: what each payload case does on each branch, as text. */
export interface Behaviour {
  /** What a tab does when it starts from an input, before anybody does anything. */
  readonly recordStart: (input: string, run: Run) => void;
  readonly record: (step: WalkedStep, now: number, depth: number) => void;
  readonly text: () => string;
}

/** A recorder of behaviours; of several walks over the same branch the shortest is told. */
export function createBehaviour(definitions: readonly Definition[]): Behaviour {
  const ids = new Map(
    definitions.map(({ transition, id, guard }) => [transition, guard ? `${id} [${guard}]` : id]),
  );
  const seen = new Map<string, { depth: number; text: string }>();
  return {
    recordStart: (input, run) => {
      seen.set(`start # ${input}`, {
        depth: 0,
        text: tellStart(input, run, idsOf(run.taken, ids)),
      });
    },
    record: (step, now, depth) => {
      const branches = idsOf(step.taken, ids);
      if (branches.length === 0) return;
      const key = `${branches.join(' + ')} # ${stepName(step.step)}`;
      const known = seen.get(key);
      if (known === undefined || depth < known.depth)
        seen.set(key, { depth, text: tell(step, branches, now) });
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

function tell(step: WalkedStep, branches: readonly string[], now: number): string {
  const { facts, commands, calls, aborted } = step.effects;
  const lines = [
    `${statePath(step.before.value)}  ${stepName(step.step)}`,
    `  to      ${statePath(step.after.value)}`,
    ...branches.map((branch) => `  by      ${branch}`),
    ...facts.map((fact) => `  says    ${told(fact, now)}`),
    ...commands.map((command) => `  does    ${command}`),
    ...aborted.map((id) => `  drops   ${id}`),
    ...calls.map(({ id, input }) => `  calls   ${id} ${told(input, now)}`),
    ...changes(step, now).map((change) => `  sets    ${change}`),
  ];
  return lines.join('\n');
}

function tellStart(input: string, run: Run, branches: readonly string[]): string {
  const now = run.now();
  const { context, value } = run.actor.getSnapshot();
  return [
    `a start: ${input}`,
    `  to      ${statePath(value)}`,
    ...branches.map((branch) => `  by      ${branch}`),
    ...run.facts.map((fact) => `  says    ${told(fact, now)}`),
    ...run.commands.map((command) => `  does    ${command}`),
    ...run.calls.map(({ id, input: given }) => `  calls   ${id} ${told(given, now)}`),
    ...Object.entries(plainContext(context)).map(
      ([key, part]) => `  has     ${key} = ${told(part, now)}`,
    ),
  ].join('\n');
}

function changes({ before, after }: WalkedStep, now: number): readonly string[] {
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
