import { causeText, guardText } from '#chart/model/cards.ts';
import type { MachineMessage } from '#chart/model/chart.types.ts';
import { type Change, changesBetween, statesOnlyIn } from '#chart/model/machine-changes.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';

/** The ids of states and transitions that differ between two versions of a machine. */
export interface Marks {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A change of the machine in development, while the chart is open. */
export interface MachineUpdate {
  /** Whether the drawing is still that of the machine before the change. */
  readonly isPending: boolean;
  /** Why the changed machine cannot be drawn; `null` when it can. */
  readonly problem: string | null;
  /** In the drawing before the change what it removes, later in the new one what it has added. */
  readonly marks: Marks;
  readonly added: ReadonlySet<string>;
  /** What has changed, in words. */
  readonly lines: readonly string[];
}

/** What has changed since the shown machine. */
export function machineUpdate(before: MachineGraph, message: MachineMessage): MachineUpdate {
  if ('problem' in message) {
    const marks = { added: NONE, removed: NONE };
    return { isPending: true, problem: message.problem, marks, added: NONE, lines: [] };
  }
  const { graph: after } = message;
  const changes = changesBetween(before, after);
  const [newStates, oldStates] = [statesOnlyIn(after, before), statesOnlyIn(before, after)];
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  const isNew = ({ kind }: Change) => kind !== 'removed';
  const former = changes.flatMap(({ kind, transition, before: old }) => {
    if (kind === 'removed') return [transition];
    return kind === 'retargeted' && old !== null ? [old] : [];
  });
  return {
    isPending: true,
    problem: null,
    marks: { added: NONE, removed: new Set(idsOf([...oldStates, ...former])) },
    added: new Set(
      idsOf([...newStates, ...changes.filter(isNew).map(({ transition }) => transition)]),
    ),
    lines: [
      ...newStates.map(({ id }) => `added: ${id}`),
      ...oldStates.map(({ id }) => `removed: ${id}`),
      ...changes.map(lineOf),
    ],
  };
}

/** The update once the changed machine is drawn. */
export function drawnUpdate<Update extends MachineUpdate>(update: Update): Update {
  return { ...update, isPending: false, marks: { added: update.added, removed: NONE } };
}

function lineOf({ kind, transition }: Change): string {
  const { source, targets } = transition;
  const to = targets.length > 0 ? `→ ${targets.join(', ')}` : '';
  const words = [source, causeText(transition), guardText(transition), to];
  return `${kind}: ${words.filter(Boolean).join(' ')}`;
}
