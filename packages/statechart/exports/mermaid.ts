import type { GraphState, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText, stateTitle } from '../explore/text.ts';
import { ROOT } from '../explore/transition-id.ts';

/**
 * A machine as a Mermaid state diagram, with one arrow for each branch of a transition. States have numbers as names: no two
 * become one, whatever letters they have.
 */
export function graphMermaid({ states, transitions }: MachineGraph): string {
  const aliases = new Map(states.map(({ id }, index) => [id, `s${index}`]));
  const declaration = (state: GraphState) =>
    `state "${escaped(stateTitle(state))}" as ${aliases.get(state.id)}`;
  const inside = (parent: GraphState, indent: string): string[] => {
    const own = states.filter((state) => state.parent === parent.id);
    const isParallel = parent.kind === 'parallel';
    const starts = isParallel ? own.map(({ id }) => id) : [parent.initial ?? ''];
    const lines = own.flatMap((state, index) => {
      // Mermaid separates the regions of a nested parallel state by dashes; a diagram itself has no regions.
      const separator = isParallel && parent.id !== ROOT && index > 0 ? [`${indent}--`] : [];
      const written = [...separator, `${indent}${declaration(state)}`];
      if (state.kind === 'final') return [...written, `${indent}${aliases.get(state.id)} --> [*]`];
      return state.kind === 'compound' || state.kind === 'parallel'
        ? [`${written.join('\n')} {`, ...inside(state, `${indent}  `), `${indent}}`]
        : written;
    });
    const initial = starts.flatMap((id) => aliases.get(id) ?? []);
    const arrows = initial.map((alias) => `${indent}[*] --> ${alias}`);
    return isParallel && parent.id !== ROOT ? lines : [...arrows, ...lines];
  };
  const arrows = transitions.flatMap((transition) => {
    const { source, targets, actions } = transition;
    const acts = actions.length > 0 ? `/ ${actions.join(', ')}` : '';
    const words = [causeText(transition), guardText(transition), acts].filter(Boolean).join(' ');
    return (targets.length > 0 ? targets : [source]).map(
      (target) => `  ${aliases.get(source)} --> ${aliases.get(target)} : ${escaped(words)}`,
    );
  });
  const roots = states.filter(({ id }) => id === ROOT);
  const isUsed = transitions.some(({ source, targets }) => [source, ...targets].includes(ROOT));
  const lines = [
    'stateDiagram-v2',
    ...(isUsed ? roots.map((root) => `  ${declaration(root)}`) : []),
    ...roots.flatMap((root) => inside(root, '  ')),
    ...arrows,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Writes the characters that end a name or a label in Mermaid, or that it does not show, as its entities, each by its code
 * point: a space at an end, too, because a label of spaces alone is none.
 */
function escaped(text: string): string {
  return text.replaceAll(
    /[":;#{}<>&%\p{C}]|(?! )\s|^ | $/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
