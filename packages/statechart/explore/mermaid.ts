import type { GraphState, MachineGraph } from './machine-graph.ts';
import { causeText, guardText } from './text.ts';
import { ROOT } from './transition-id.ts';

/** A machine as a Mermaid state diagram, with one arrow for each branch of a transition. */
export function graphMermaid({ states, transitions }: MachineGraph): string {
  const arrows = transitions.flatMap((transition) => {
    const { source, targets, actions } = transition;
    const acts = actions.length > 0 ? `/ ${actions.join(', ')}` : '';
    const words = [causeText(transition), guardText(transition), acts].filter(Boolean);
    return (targets.length > 0 ? targets : [source]).map(
      (target) => `  ${alias(source)} --> ${alias(target)} : ${escaped(words.join(' '))}`,
    );
  });
  const root = states.filter(
    ({ id }) =>
      id === ROOT && transitions.some(({ source, targets }) => [source, ...targets].includes(id)),
  );
  const lines = [
    'stateDiagram-v2',
    ...root.map((state) => `  ${declaration(state)}`),
    ...initialArrows(states, ROOT, '  '),
    ...children(states, ROOT, '  '),
    ...arrows,
  ];
  return `${lines.join('\n')}\n`;
}

function children(states: readonly GraphState[], parent: string, indent: string): string[] {
  return states
    .filter((state) => state.parent === parent)
    .flatMap((state, index) => {
      // Mermaid separates the regions of a nested parallel state by dashes; a diagram itself has no regions.
      const isRegion = indent.length > 2 && kindOf(states, parent) === 'parallel';
      const separator = isRegion && index > 0 ? [`${indent}--`] : [];
      if (state.kind !== 'compound' && state.kind !== 'parallel') {
        const end = state.kind === 'final' ? [`${indent}${alias(state.id)} --> [*]`] : [];
        return [...separator, `${indent}${declaration(state)}`, ...end];
      }
      const inner = `${indent}  `;
      return [
        ...separator,
        `${indent}${declaration(state)} {`,
        ...(state.kind === 'parallel' ? [] : initialArrows(states, state.id, inner)),
        ...children(states, state.id, inner),
        `${indent}}`,
      ];
    });
}

function initialArrows(states: readonly GraphState[], parent: string, indent: string): string[] {
  const starts =
    kindOf(states, parent) === 'parallel'
      ? states.filter((state) => state.parent === parent).map(({ id }) => id)
      : states.flatMap(({ id, initial }) => (id === parent && initial ? [initial] : []));
  return starts.map((id) => `${indent}[*] --> ${alias(id)}`);
}

function kindOf(states: readonly GraphState[], id: string): GraphState['kind'] | undefined {
  return states.find((state) => state.id === id)?.kind;
}

function declaration({ id, name }: GraphState): string {
  return `state "${name}" as ${alias(id)}`;
}

/** The prefix keeps state names such as `default` and `end` apart from Mermaid's keywords. */
function alias(id: string): string {
  return `s_${id.replaceAll(/\W/g, '_')}`;
}

/** Removes the characters that end a label in Mermaid. */
function escaped(label: string): string {
  return label.replaceAll(/[:;#]/g, ' ');
}
