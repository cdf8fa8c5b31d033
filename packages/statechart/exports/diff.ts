import type { GraphState, GraphTransition, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText, movesText } from '../explore/text.ts';

/** What happened to a part between two versions of a machine. */
export type Mark = 'added' | 'removed' | 'changed';

/** A part that is not the same in both versions. */
export interface Change {
  readonly mark: Mark;
  readonly kind: 'state' | 'transition' | 'code';
  /** Its id in the graph of the difference. */
  readonly id: string;
  /** What it is, and what changed, in one line. */
  readonly text: string;
}

/**
 * A version of a machine, the code of its implementations by kind and name, `guard isOpen`, and of those without a name by
 * the id of their state or transition.
 */
export interface MachineVersion {
  readonly graph: MachineGraph;
  readonly codes: Readonly<Record<string, string>>;
  readonly inline: Readonly<Record<string, string>>;
}

/** The difference between two versions: its parts, and a graph that has those of both. */
export interface MachineDiff {
  readonly changes: readonly Change[];
  readonly graph: MachineGraph;
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;

/**
 * Compares two versions of a machine. States are the same by their paths; the branches of an event are by what they do, so
 * that a new branch before others changes none of these.
 */
export function diffMachines(before: MachineVersion, after: MachineVersion): MachineDiff {
  const [old, current] = [before.graph, after.graph];
  const codeNote = (previous: string, next: string) =>
    plain(before.inline[previous] ?? '') === plain(after.inline[next] ?? '') ? '' : 'code';
  const oldStates = new Map(old.states.map((state) => [state.id, state]));
  const ids = new Set(current.states.map(({ id }) => id));
  const gone = old.states.filter(({ id }) => !ids.has(id));
  const states = [
    ...current.states.flatMap((state): Change[] => {
      const previous = oldStates.get(state.id);
      if (previous === undefined) return [stateChange('added', state, '')];
      const fields = changedFields(factsOf(previous), factsOf(state), codeNote(state.id, state.id));
      return fields === '' ? [] : [stateChange('changed', state, fields)];
    }),
    ...gone.map((state) => stateChange('removed', state, '')),
  ];
  const groups = new Set([...current.transitions, ...old.transitions].map(groupOf));
  const removed: GraphTransition[] = [];
  const transitions = [...groups].flatMap((group) => {
    const own = ({ transitions: all }: MachineGraph) =>
      all.filter((each) => groupOf(each) === group);
    return pairsOf(own(old), own(current)).flatMap(([previous, next]): Change[] => {
      if (next === null) {
        const last = { ...previous, id: `removed | ${previous.id}` };
        removed.push(last);
        return [transitionChange('removed', last, '')];
      }
      if (previous === null) return [transitionChange('added', next, '')];
      const code = codeNote(previous.id, next.id);
      const fields = changedFields(branchFacts(previous), branchFacts(next), code);
      return fields === '' ? [] : [transitionChange('changed', next, fields)];
    });
  });
  const codes = Object.keys(after.codes).flatMap((key): Change[] => {
    const isEqual = plain(before.codes[key] ?? '') === plain(after.codes[key] ?? '');
    const isNew = before.codes[key] === undefined;
    return isNew || isEqual ? [] : [{ mark: 'changed', kind: 'code', id: key, text: key }];
  });
  const all = [...current.states, ...gone];
  return {
    changes: [...states, ...transitions, ...codes],
    graph: {
      ...current,
      // A state whose states were all removed is drawn around them.
      states: all.map((state) =>
        state.kind === 'leaf' && all.some(({ parent }) => parent === state.id)
          ? { ...state, kind: 'compound' }
          : state,
      ),
      transitions: [...current.transitions, ...removed],
    },
  };
}

/** The changes as lines of a text: `+ transition closed: push [isUnlocked] → open`. */
export function diffText({ changes }: MachineDiff): string {
  if (changes.length === 0) return 'No state, transition or implementation differs.\n';
  return `${changes.map(({ mark, kind, text }) => `${SIGNS[mark]} ${kind} ${text}`).join('\n')}\n`;
}

function stateChange(mark: Mark, { id }: GraphState, fields: string): Change {
  return { mark, kind: 'state', id, text: fields === '' ? id : `${id}: ${fields}` };
}

function transitionChange(mark: Mark, transition: GraphTransition, fields: string): Change {
  const { id, source, targets, actions } = transition;
  const to = targets.length > 0 ? `→ ${targets.join(', ')}` : movesText(transition);
  const acts = actions.length > 0 ? `/ ${actions.join(', ')}` : '';
  const words = [causeText(transition), guardText(transition), to, acts].filter(Boolean).join(' ');
  return {
    mark,
    kind: 'transition',
    id,
    text: `${source}: ${words}${fields === '' ? '' : ` (${fields})`}`,
  };
}

type Facts = Readonly<Record<string, unknown>>;

function factsOf({ id: _, name: __, parent: ___, ...facts }: GraphState): Facts {
  return facts;
}

function branchFacts({ guard, targets, actions, reenters, description }: GraphTransition): Facts {
  return { guard, targets, actions, reenters, description };
}

/** `guard isOpen, was isClosed; targets a, was b`, and the note about its code. */
function changedFields(before: Facts, after: Facts, codeNote: string): string {
  const text = (value: unknown) => {
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
    const plainText = isList ? value.join(' ') : typeof value === 'string' ? value : null;
    return (plainText ?? JSON.stringify(value)) || 'none';
  };
  const changed = Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name} ${text(after[name])}, was ${text(before[name])}`);
  return [...changed, codeNote].filter(Boolean).join('; ');
}

function groupOf({ source, event }: GraphTransition): string {
  return `${source} | ${event}`;
}

type Pair = readonly [GraphTransition | null, GraphTransition] | readonly [GraphTransition, null];

/** The branches of an event in both versions, by their order: where some are missing, those that lead or ask alike. */
function pairsOf(old: readonly GraphTransition[], current: readonly GraphTransition[]): Pair[] {
  const [oldFirst, first] = [old[0], current[0]];
  if (first === undefined) return old.map((each) => [each, null]);
  if (oldFirst === undefined) return current.map((each) => [null, each]);
  const isAlike = oldFirst.guard === first.guard || `${oldFirst.targets}` === `${first.targets}`;
  if (!isAlike && current.length > old.length) {
    return [[null, first], ...pairsOf(old, current.slice(1))];
  }
  if (!isAlike && current.length < old.length) {
    return [[oldFirst, null], ...pairsOf(old.slice(1), current)];
  }
  return [[oldFirst, first], ...pairsOf(old.slice(1), current.slice(1))];
}

function plain(code: string): string {
  return code.replaceAll(/\s+/g, ' ');
}
