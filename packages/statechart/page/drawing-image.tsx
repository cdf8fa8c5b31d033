import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MachineGraph } from '../explore/machine-graph.ts';
import type { ChartLayout, DetailLevel } from '../layout/layout.types.ts';
import { Drawing } from './drawing.tsx';
import { NO_HIGHLIGHTS } from './highlights.ts';
import { svgImage } from './svg-image.ts';

/** Draws a machine as an image without a browser. */
export function drawingImage(graph: MachineGraph, layout: ChartLayout, level: DetailLevel): string {
  const css = readFileSync(join(import.meta.dirname, 'drawing.css'), 'utf8');
  const props = { graph, layout, level, main: [], highlights: NO_HIGHLIGHTS, focusable: '' };
  return svgImage(renderToStaticMarkup(<Drawing {...props} />), layout, css);
}
