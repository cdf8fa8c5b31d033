import type { GraphState, MachineGraph } from './machine-graph.ts';
import { ROOT } from './transition-id.ts';

/** An arrow of a diagram, between two states by their ids. */
export interface MermaidArrow {
  readonly source: string;
  readonly target: string;
  readonly label: string;
}

interface DiagramScope {
  /** The state whose children are drawn; the root by default. */
  readonly parent?: string;
  /** How many levels of nested states are drawn; all by default. */
  readonly depth?: number;
}

/**
 * Writes a Mermaid state diagram.
 *
 * @param graph the machine the states belong to
 * @param arrows between states that are drawn, in their order
 * @param scope which states are drawn
 * @returns the diagram without a code fence and without a final newline
 */
export function mermaidDiagram(
  { states }: MachineGraph,
  arrows: readonly MermaidArrow[],
  { parent = ROOT, depth = Number.POSITIVE_INFINITY }: DiagramScope = {},
): string {
  const scope = states.find(({ id }) => id === parent);
  const hasScopeArrow = arrows.some(({ source, target }) => [source, target].includes(parent));
  return [
    'stateDiagram-v2',
    ...(hasScopeArrow && scope ? [`  ${declaration(scope)}`] : []),
    ...initialArrows(states, parent, '  '),
    ...children(states, parent, depth, '  '),
    ...arrows.map(
      ({ source, target, label }) => `  ${alias(source)} --> ${alias(target)} : ${escaped(label)}`,
    ),
  ].join('\n');
}

function children(
  states: readonly GraphState[],
  parent: string,
  depth: number,
  indent: string,
): string[] {
  return states
    .filter((state) => state.parent === parent)
    .flatMap((state, index) => {
      // Mermaid separates the regions of a nested parallel state by dashes; a diagram itself has no regions.
      const isRegion = indent.length > 2 && kindOf(states, parent) === 'parallel';
      const separator = isRegion && index > 0 ? [`${indent}--`] : [];
      if (state.kind === 'leaf' || depth <= 1) {
        return [...separator, `${indent}${declaration(state)}`];
      }
      const inner = `${indent}  `;
      return [
        ...separator,
        `${indent}${declaration(state)} {`,
        ...(state.kind === 'parallel' ? [] : initialArrows(states, state.id, inner)),
        ...children(states, state.id, depth - 1, inner),
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
