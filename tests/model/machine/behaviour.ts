import { isDeepStrictEqual } from 'node:util';
import { type AuthSimulationState, authCases } from '#machines/explore/auth-stepper.ts';
import type { Effects } from '#machines/explore/effects.ts';
import type { GraphTransition } from '#machines/explore/machine-graph.ts';
import { START } from '#machines/explore/stepper.ts';
import { invokeIdOf, stepName } from '#machines/explore/steps.ts';
import type { AuthPath } from '../support/paths.ts';
import { plainContext } from '../support/walk-path.ts';

/** Every behaviour that was seen: what each payload case does on each branch, as text. */
export interface BehaviourRecord {
  /** Records the start of some paths, and each of their steps. */
  readonly record: (paths: readonly AuthPath[]) => void;
  readonly text: () => string;
}

/** A record of behaviours; of several steps over the same branches it keeps the one nearest to a start. */
export function createBehaviourRecord(transitions: readonly GraphTransition[]): BehaviourRecord {
  const names = new Map(transitions.map(({ id, guard }) => [id, guard ? `${id} [${guard}]` : id]));
  const sections = new Map<string, { depth: number; text: string }>();
  const branchesOf = ({ taken }: AuthSimulationState) => taken.map((id) => names.get(id) ?? id);
  const recordStep = (before: AuthSimulationState, after: AuthSimulationState) => {
    const branches = branchesOf(after);
    if (branches.length === 0 || after.lastStep === null) return;
    const key = `${branches.join(' + ')} # ${stepName(after.lastStep)}`;
    const recorded = sections.get(key);
    if (recorded === undefined || after.depth < recorded.depth)
      sections.set(key, { depth: after.depth, text: stepText(before, after, branches) });
  };
  return {
    record: (paths) => {
      for (const { input, steps } of paths) {
        let before = steps[0]?.state;
        if (before === undefined) continue;
        const key = `start # ${input}`;
        if (!sections.has(key))
          sections.set(key, { depth: 0, text: startText(input, before, branchesOf(before)) });
        for (const { state } of steps.slice(1)) {
          recordStep(before, state);
          before = state;
        }
      }
    },
    text: () => {
      const sorted = [...sections].sort(([keyA], [keyB]) => (keyA < keyB ? -1 : 1));
      return `${sorted.map(([, { text }]) => text).join('\n\n')}\n`;
    },
  };
}

function stepText(
  before: AuthSimulationState,
  after: AuthSimulationState,
  branches: readonly string[],
): string {
  const { effects, lastStep, now } = after;
  const resolved = invokeIdOf(lastStep?.type ?? '');
  const dropped = before.pending.filter((id) => id !== resolved && effects.stopped.includes(id));
  return [
    `${before.path}  ${lastStep ? stepName(lastStep) : ''}`,
    `  to      ${after.path}`,
    ...branches.map((branch) => `  takes   ${branch}`),
    ...emittedText(effects, now),
    ...dropped.map((id) => `  stops   ${id}`),
    ...callsText(effects, now),
    ...changes(before, after).map((change) => `  sets    ${change}`),
  ].join('\n');
}

function startText(
  input: string,
  { effects, now, path, snapshot }: AuthSimulationState,
  branches: readonly string[],
): string {
  return [
    `start: ${input}`,
    `  to      ${path}`,
    ...branches.map((branch) => `  takes   ${branch}`),
    ...emittedText(effects, now),
    ...callsText(effects, now),
    ...Object.entries(plainContext(snapshot.context)).map(
      ([key, value]) => `  has     ${key} = ${valueText(value, now)}`,
    ),
  ].join('\n');
}

function emittedText({ emitted, actions }: Effects, now: number): readonly string[] {
  return [
    ...emitted.map((event) => `  emits   ${valueText(event, now)}`),
    ...actions.map((action) => `  runs    ${action}`),
  ];
}

function callsText({ calls }: Effects, now: number): readonly string[] {
  return calls
    .filter(({ id }) => id in authCases.results)
    .map(({ id, input }) => `  invokes ${id} ${valueText(input, now)}`);
}

function changes(before: AuthSimulationState, after: AuthSimulationState): readonly string[] {
  const old = new Map(Object.entries(plainContext(before.snapshot.context)));
  return Object.entries(plainContext(after.snapshot.context))
    .filter(([name, value]) => !isDeepStrictEqual(old.get(name), value))
    .map(([name, value]) => `${name} = ${valueText(value, after.now)}`);
}

/** A value as text, its epoch times relative to `now`. */
export function valueText(value: unknown, now: number): string {
  if (value === undefined) return '';
  const timeText = (time: number) => (time === now ? 'now' : `now + ${time - now}`);
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' && part >= START - 86_400_000 ? timeText(part) : part,
  );
}
