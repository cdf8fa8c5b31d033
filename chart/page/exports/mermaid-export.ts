import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { mermaidDiagram } from '#statechart/explore/mermaid.ts';

/** The machine as a Mermaid state diagram, with one arrow for each branch of a transition. */
export function graphMermaid(graph: MachineGraph): string {
  const arrows = graph.transitions.flatMap(({ source, label, guard, targets, actions }) => {
    const parts = [label || 'always', guard === null ? '' : `[${guard}]`, actionsText(actions)];
    const text = parts.filter(Boolean).join(' ');
    return (targets.length > 0 ? targets : [source]).map((target) => ({
      source,
      target,
      label: text,
    }));
  });
  return `${mermaidDiagram(graph, arrows)}\n`;
}

function actionsText(actions: readonly string[]): string {
  return actions.length > 0 ? `/ ${actions.join(', ')}` : '';
}
