import { chartCards, compoundTitle, SIZES, type TextLine } from '#chart/model/cards.ts';
import type { Box, ChartLayout, Point } from '#chart/model/chart.types.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { mermaidDiagram } from '#machines/explore/mermaid.ts';

/** The states and transitions of a machine as JSON, without its context. */
export function graphJson(graph: MachineGraph): string {
  return `${JSON.stringify(graph, null, 2)}\n`;
}

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

/**
 * The details as a standalone SVG image.
 *
 * @param layout the details, with some states collapsed
 * @param isDark whether to use the colours of the dark theme
 */
export function graphSvg(graph: MachineGraph, layout: ChartLayout, isDark: boolean): string {
  const compounds = graph.states.flatMap((state) => {
    const box = layout.boxes[state.id];
    if (state.kind === 'leaf' || box === undefined) return [];
    const dashed = state.kind === 'parallel' ? ' stroke-dasharray="6 4"' : '';
    return [rect(box, 'compound', dashed), ...texts(compoundTitle(state).lines, box)];
  });
  const cards = chartCards(graph).flatMap(({ id, lines, rows }) => {
    const box = layout.boxes[id];
    if (box === undefined) return [];
    return [rect(box, 'card'), ...texts([...lines, ...rows.flatMap((row) => row.lines)], box)];
  });
  const dots = Object.entries(layout.boxes).flatMap(([id, { x, y, width, height }]) =>
    id.startsWith('initial | ')
      ? [`<circle class="dot" cx="${x + width / 2}" cy="${y + height / 2}" r="5"/>`]
      : [],
  );
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${style(isDark)}</style>`,
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="dot" d="M0 0 8 4 0 8Z"/></marker>',
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...compounds,
    ...layout.edges.map(({ points }) => polyline(points)),
    ...cards,
    ...dots,
    '</svg>',
    '',
  ].join('\n');
}

function actionsText(actions: readonly string[]): string {
  return actions.length > 0 ? `/ ${actions.join(', ')}` : '';
}

function rect({ x, y, width, height }: Box, className: string, attributes = ''): string {
  return `<rect class="${className}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"${attributes}/>`;
}

function polyline(points: readonly Point[]): string {
  const coordinates = points.map(({ x, y }) => `${x},${y}`).join(' ');
  return `<polyline points="${coordinates}" marker-end="url(#arrow)"/>`;
}

function texts(lines: readonly TextLine[], origin: Point): string[] {
  return lines.map(
    ({ kind, text, x, y }) =>
      `<text class="${kind}" x="${origin.x + x}" y="${origin.y + y}">${escaped(text)}</text>`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function style(isDark: boolean): string {
  const [page, surface, border, text, muted, accent] = isDark
    ? ['#0d0f0f', '#1b1f1f', '#6d7573', '#eceeed', '#a2a9a7', '#63d2ad']
    : ['#ffffff', '#ffffff', '#868b86', '#16191a', '#575d5b', '#0a6b53'];
  return [
    `text{font:${SIZES.text}px ui-monospace,Menlo,Consolas,monospace;fill:${text}}`,
    `.title{font-size:${SIZES.title}px;font-weight:700}.event{font-weight:700}`,
    `.description,.actions,.otherwise{fill:${muted}}.note,.guard{fill:${accent}}`,
    `.page{fill:${page}}.compound{fill:${text};fill-opacity:.04;stroke:${border}}`,
    `.card{fill:${surface};stroke:${border}}.dot{fill:${border}}`,
    `polyline{fill:none;stroke:${border};stroke-opacity:.6}`,
  ].join('');
}
