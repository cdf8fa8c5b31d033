import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MachineGraph } from '../../explore/machine-graph.ts';
import type { ChartLayout, DetailLevel } from '../../layout/layout.types.ts';
import { Drawing } from './drawing.tsx';
import { type Highlights, NO_HIGHLIGHTS } from './highlights.ts';
import { svgImage } from './svg-image.ts';

/**
 * Draws a machine as an image without a browser.
 *
 * @param changes what differs from another version, by the ids of states and transitions
 */
export function drawingImage(
  graph: MachineGraph,
  layout: ChartLayout,
  level: DetailLevel,
  changes: NonNullable<Highlights['changes']>,
): string {
  const css = readFileSync(join(import.meta.dirname, 'drawing.css'), 'utf8');
  const highlights = { ...NO_HIGHLIGHTS, changes };
  const props = { graph, layout, level, main: [], highlights, focusable: '' };
  return svgImage(renderToStaticMarkup(<Drawing {...props} />), layout, css);
}
