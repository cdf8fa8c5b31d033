import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** One transition definition of a machine: a branch of a state's answer to an event. */
export interface Definition {
  /** `source | event | index of the branch`: the same for every copy of the machine. */
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly guard: string | null;
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly transition: AnyTransitionDefinition;
}

/** The machine's own id stands before every path; tables leave it out. */
export function shortId(node: AnyStateNode): string {
  return node.path.join('.') || '(root)';
}

/** Every state of a machine, the root first. */
export function statesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states).flatMap(below),
  ];
  return below(machine.root);
}

/** The states that have none inside. */
export function leavesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  return statesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
}

/** Every transition definition of a machine: guard branches, `always`, `after` and answers included. */
export function definitionsOf(machine: AnyStateMachine): readonly Definition[] {
  return statesOf(machine).flatMap((node) => {
    const always = node.always ?? [];
    const lists = [...node.transitions.entries()].filter(([type]) => type !== '');
    return [
      ...always.map((transition, index) => definition(node, 'always', index, transition)),
      ...lists.flatMap(([type, branches]) =>
        branches.map((transition, index) =>
          definition(node, type.replaceAll(`.${node.id}`, ''), index, transition),
        ),
      ),
    ];
  });
}

/** What a guard, an action or an actor is called in the machine: its name, or `(inline)`. */
export function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference;
  if (typeof reference === 'object' && reference !== null && 'type' in reference) {
    const { params } = { params: undefined, ...reference };
    const type = String(reference.type);
    return isPlain(params) ? `${type}(${plainText(params)})` : type;
  }
  return '(inline)';
}

function isPlain(params: unknown): params is string | object {
  return typeof params === 'string' || (typeof params === 'object' && params !== null);
}

function plainText(params: string | object): string {
  return typeof params === 'string' ? params : Object.values(params).map(String).join(' ');
}

function definition(
  node: AnyStateNode,
  event: string,
  index: number,
  transition: AnyTransitionDefinition,
): Definition {
  return {
    id: `${shortId(node)} | ${event} | ${index}`,
    source: shortId(node),
    event,
    index,
    guard: transition.guard === undefined ? null : nameOf(transition.guard),
    targets: (transition.target ?? []).map(shortId),
    actions: transition.actions.map(nameOf),
    transition,
  };
}

/**
 * A short text that changes with any state, transition, guard or action of a machine.
 *
 * @returns eight hexadecimal characters (FNV-1a, so that a browser can tell too)
 */
export function fingerprint(machine: AnyStateMachine): string {
  const text = definitionsOf(machine)
    .map(({ id, guard, targets, actions }) => [id, guard, ...targets, ...actions].join(' '))
    .join('\n');
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
