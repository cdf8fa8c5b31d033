import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import styles from '../chart-view.module.css';
import { messages } from '../messages.ts';
import { drawingSvg } from './drawing-svg.ts';
import { graphMermaid } from './mermaid-export.ts';
import { saveFile } from './save-file.ts';
import { graphXState } from './xstate-export.ts';

const words = messages.exports;

/** Exports the shown drawing and the machine as files. */
export function ExportsMenu({ graph }: { readonly graph: MachineGraph }) {
  const saveSvg = () => {
    const drawing = document.querySelector<SVGGElement>('[data-drawing]');
    if (drawing !== null) saveFile('statechart.svg', 'image/svg+xml', drawingSvg(drawing));
  };
  return (
    <details className={styles.exports}>
      <summary>{words.heading}</summary>
      <div>
        <Button onClick={saveSvg}>{words.svg}</Button>
        <Button onClick={() => saveFile('statechart.mmd', 'text/plain', graphMermaid(graph))}>
          {words.mermaid}
        </Button>
        <Button
          onClick={() => saveFile('statechart.ts', 'application/typescript', graphXState(graph))}
        >
          {words.xstate}
        </Button>
      </div>
    </details>
  );
}
