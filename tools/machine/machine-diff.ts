import { causeText } from '#chart/model/cards.ts';
import {
  type Change,
  type ChangeKind,
  changesBetween,
  statesOnlyIn,
} from '#chart/model/machine-changes.ts';
import type { GraphTransition, MachineGraph } from '#statechart/explore/machine-graph.ts';
import { mermaidDiagram } from '#statechart/explore/mermaid.ts';

/** Diagrams with more arrows are not read. */
const MAX_ARROWS = 30;

/**
 * The difference between two versions of a machine as Markdown, for a pull request: a table of the transitions that
 * were added, removed or retargeted, and a diagram of them unless they are many.
 *
 * @param hits how often the model tests took each transition of the later version, by its id
 */
export function machineDiff(
  before: MachineGraph,
  after: MachineGraph,
  hits: Readonly<Record<string, number>>,
): string {
  const changes = changesBetween(before, after);
  const lists = [
    ['States added', statesOnlyIn(after, before)],
    ['States removed', statesOnlyIn(before, after)],
  ] as const;
  const count = (kind: ChangeKind) => changes.filter((each) => each.kind === kind).length;
  const uncovered = changes.filter((each) => isUncovered(each, hits)).length;
  return [
    `Machine \`${before.fingerprint}\` → \`${after.fingerprint}\`: ${count('added')} transitions added, ${count('removed')} removed, ${count('retargeted')} retargeted, ${count('other actions')} with other actions; ${uncovered} of them not covered.`,
    ...lists.flatMap(([title, list]) =>
      list.length === 0 ? [] : [`${title}: ${list.map(({ id }) => `\`${id}\``).join(', ')}.`],
    ),
    ...(changes.length === 0 ? [] : [tableOf(changes, hits), ...diagramOf(changes, before, after)]),
  ].join('\n\n');
}

function isUncovered(
  { kind, transition }: Change,
  hits: Readonly<Record<string, number>>,
): boolean {
  return kind !== 'removed' && (hits[transition.id] ?? 0) === 0;
}

function tableOf(changes: readonly Change[], hits: Readonly<Record<string, number>>): string {
  const changed = (now: string, old: string | undefined) =>
    old === undefined || old === now ? now : `~~${old}~~ ${now}`;
  const rows = changes.map((change) => {
    const { kind, transition, before } = change;
    const { source, guard } = transition;
    const taken = isUncovered(change, hits) ? '**never**' : String(hits[transition.id] ?? '');
    return [
      kind,
      code(source),
      causeText(transition),
      guard === null ? '' : code(guard),
      changed(targetText(transition), before ? targetText(before) : undefined),
      changed(actionText(transition), before ? actionText(before) : undefined),
      kind === 'removed' ? '' : taken,
    ].join(' | ');
  });
  return [
    '| Change | State | Cause | Guard | Target | Actions | Taken by the model tests |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function targetText({ targets }: GraphTransition): string {
  return targets.map(code).join(', ') || '(stays)';
}

function actionText({ actions }: GraphTransition): string {
  return actions.map(code).join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The changed transitions between their states, each with a sign; nothing when they are none or many. */
function diagramOf(
  changes: readonly Change[],
  before: MachineGraph,
  after: MachineGraph,
): readonly string[] {
  const arrows = changes.flatMap(({ kind, transition, before: former }) => [
    ...arrowsOf(transition, kind === 'removed' ? '−' : '+'),
    ...(kind === 'retargeted' && former !== null ? arrowsOf(former, '−') : []),
  ]);
  const shown = changes.every(({ kind }) => kind === 'other actions') ? [] : arrows;
  if (shown.length === 0 || shown.length > MAX_ARROWS) return [];
  const ids = shown.flatMap(({ source, target }) => [source, target]);
  const isShown = (id: string) => ids.some((each) => each === id || each.startsWith(`${id}.`));
  const known = new Set(after.states.map(({ id }) => id));
  const states = [...after.states, ...before.states.filter(({ id }) => !known.has(id))]
    .filter(({ id }) => isShown(id))
    .map((state) => ({
      ...state,
      initial: null,
      kind: ids.some((each) => each.startsWith(`${state.id}.`))
        ? ('compound' as const)
        : ('leaf' as const),
    }));
  return [['```mermaid', mermaidDiagram({ ...after, states }, shown), '```'].join('\n')];
}

function arrowsOf(transition: GraphTransition, sign: string) {
  const { source, targets, guard } = transition;
  const label = [sign, causeText(transition), guard === null ? '' : `[${guard}]`].filter(Boolean);
  return targets.map((target) => ({ source, target, label: label.join(' ') }));
}
