import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The id of the root, whose path is empty. */
export const ROOT = '(root)';

/**
 * The name of a state as a part of paths, in which a space and a full stop are separators: characters that look alike
 * stand for those of a name.
 */
export function toPathSegment(name: string): string {
  return name.replaceAll(' ', '\u00a0').replaceAll('.', '\u2024');
}

/** The path of a state from the root; `(root)` for the root itself. */
export function stateId(node: AnyStateNode): string {
  return node.path.map(toPathSegment).join('.') || ROOT;
}

/**
 * The id of a transition definition: `source | event | index of the branch`.
 *
 * @param definition a definition of the machine, as inspection reports it
 */
export function transitionId(definition: AnyTransitionDefinition): string {
  const { source, eventType } = definition;
  const always = source.always ?? [];
  const index = always.indexOf(definition);
  if (index >= 0) return `${stateId(source)} | always | ${index}`;
  const branches = source.transitions.get(eventType) ?? [];
  // XState ends the names of its own events with the state's id.
  const ending = eventType.startsWith('xstate.') ? `.${source.id}` : '';
  const event = eventType.replaceAll(ending, '');
  return `${stateId(source)} | ${event} | ${branches.indexOf(definition)}`;
}

/** Whether a machine defines a transition: XState reports entering the initial state as one that none defines. */
export function isDefined({ source, eventType }: AnyTransitionDefinition): boolean {
  return eventType === '' || source.transitions.has(eventType);
}
