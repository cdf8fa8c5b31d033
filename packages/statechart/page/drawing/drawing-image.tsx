import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MachineGraph } from '../../explore/machine-graph.ts';
import type { ChartLayout } from '../../layout/layout.types.ts';
import { Drawing } from './drawing.tsx';
import { type Highlights, NO_HIGHLIGHTS } from './highlights.ts';

/** Pixels around the drawing. */
const MARGIN = 16;

/**
 * Draws a machine as an image without a browser, in the colours that its viewer prefers, light or dark.
 *
 * @param changes what differs from another version, by the ids of states and transitions
 */
export function drawingImage(
  graph: MachineGraph,
  layout: ChartLayout,
  changes: NonNullable<Highlights['changes']>,
): string {
  const css = readFileSync(join(import.meta.dirname, 'drawing.css'), 'utf8');
  const [light = '', dark = ''] = css.split(/@media \(prefers-color-scheme: ?dark\)/);
  const lightValues = variablesIn(light);
  const darkValues = new Map([...lightValues, ...variablesIn(dark)]);
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  const highlights = { ...NO_HIGHLIGHTS, changes };
  const props = { graph, layout, main: [], highlights, focusable: '' };
  return `<svg xmlns="http://www.w3.org/2000/svg" class="sc-frame" width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}">
<style>${withValues(css, lightValues)}
@media (prefers-color-scheme: dark) {${withValues(css, darkValues)}}</style>
<rect class="sc-paper" x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}"/>
${renderToStaticMarkup(<Drawing {...props} level="details" />)}
</svg>
`;
}

function variablesIn(css: string): ReadonlyMap<string, string> {
  const found = css.matchAll(/(--sc-[\w-]+):\s*([^;}]+)/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

/** The rules of the drawing with the values of the variables, because many programs know none. */
function withValues(css: string, values: ReadonlyMap<string, string>): string {
  const [, rules = ''] = css.split(/(?<=\.sc-paper)/);
  const text = rules.replaceAll(/var\((--sc-[\w-]+)\)/g, (_, name) => values.get(name) ?? '');
  return `.sc-paper${text}`;
}
