import type { GraphState, MachineGraph } from '../explore/machine-graph.ts';
import { causeText, guardText } from '../explore/text.ts';
import { ROOT } from '../explore/transition-id.ts';

/** A state under a name that Mermaid takes: no two names of states become one, whatever letters they have. */
interface NamedState extends GraphState {
  readonly alias: string;
}

/** A machine as a Mermaid state diagram, with one arrow for each branch of a transition. */
export function graphMermaid({ states: all, transitions }: MachineGraph): string {
  const states = all.map((state, index) => ({ ...state, alias: `s${index}` }));
  const arrows = transitions.flatMap((transition) => {
    const { source, targets, actions } = transition;
    const acts = actions.length > 0 ? `/ ${actions.join(', ')}` : '';
    const words = [causeText(transition), guardText(transition), acts].filter(Boolean);
    return (targets.length > 0 ? targets : [source]).map(
      (target) =>
        `  ${aliasOf(states, source)} --> ${aliasOf(states, target)} : ${escaped(words.join(' '))}`,
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

function children(states: readonly NamedState[], parent: string, indent: string): string[] {
  return states
    .filter((state) => state.parent === parent)
    .flatMap((state, index) => {
      // Mermaid separates the regions of a nested parallel state by dashes; a diagram itself has no regions.
      const isRegion = indent.length > 2 && kindOf(states, parent) === 'parallel';
      const separator = isRegion && index > 0 ? [`${indent}--`] : [];
      if (state.kind !== 'compound' && state.kind !== 'parallel') {
        const end = state.kind === 'final' ? [`${indent}${state.alias} --> [*]`] : [];
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

function initialArrows(states: readonly NamedState[], parent: string, indent: string): string[] {
  const starts =
    kindOf(states, parent) === 'parallel'
      ? states.filter((state) => state.parent === parent).map(({ id }) => id)
      : states.flatMap(({ id, initial }) => (id === parent && initial ? [initial] : []));
  return starts.map((id) => `${indent}[*] --> ${aliasOf(states, id)}`);
}

function kindOf(states: readonly NamedState[], id: string): GraphState['kind'] | undefined {
  return states.find((state) => state.id === id)?.kind;
}

function aliasOf(states: readonly NamedState[], id: string): string {
  return states.find((state) => state.id === id)?.alias ?? '';
}

function declaration({ alias, name }: NamedState): string {
  return `state "${escaped(name)}" as ${alias}`;
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
