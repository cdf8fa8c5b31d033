import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { drawingSvg, svgAsPng } from './drawing-svg.ts';
import { graphMermaid } from './mermaid-export.ts';
import { saveFile } from './save-file.ts';
import { graphScxml } from './scxml-export.ts';
import { graphXState } from './xstate-export.ts';

/** A format that the chart exports. */
export type ExportFormat = 'svg' | 'png' | 'mermaid' | 'xstate' | 'scxml';

/**
 * Saves the shown drawing, or the machine, as a file. Without a drawing there is no image to save.
 *
 * @throws when the browser cannot draw the image
 */
export async function exportFile(format: ExportFormat, graph: MachineGraph): Promise<void> {
  const drawing = document.querySelector<SVGGElement>('[data-drawing]');
  const machineFiles = {
    mermaid: ['statechart.mmd', 'text/plain', graphMermaid],
    xstate: ['statechart.ts', 'application/typescript', graphXState],
    scxml: ['statechart.scxml', 'application/scxml+xml', graphScxml],
  } as const;
  if (format !== 'svg' && format !== 'png') {
    const [name, type, write] = machineFiles[format];
    saveFile(name, type, write(graph));
  } else if (drawing !== null) {
    const svg = drawingSvg(drawing);
    if (format === 'svg') saveFile('statechart.svg', 'image/svg+xml', svg);
    else saveFile('statechart.png', 'image/png', await svgAsPng(svg));
  }
}
