import type { ChartLayout } from '#chart/model/chart.types.ts';
import { withCollapsedStates } from '#chart/model/collapse.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import styles from '../chart-view.module.css';
import { messages } from '../messages.ts';
import { graphJson, graphMermaid, graphSvg } from './exports.ts';

interface ExportsMenuProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout | null;
  readonly collapsed: ReadonlySet<string>;
}

const words = messages.exports;

/** Browsers fetch the address of a download after the click, Safari after a question to the person. */
const FETCHED_AFTER_MS = 60_000;

/** Exports the machine as files. */
export function ExportsMenu({ graph, layout, collapsed }: ExportsMenuProps) {
  const saveSvg = (details: ChartLayout) => {
    const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    const text = graphSvg(graph, withCollapsedStates(graph, details, collapsed, 'details'), isDark);
    save('statechart.svg', 'image/svg+xml', text);
  };
  return (
    <details className={styles.exports}>
      <summary>{words.heading}</summary>
      <div>
        {layout ? <Button onClick={() => saveSvg(layout)}>{words.svg}</Button> : null}
        <Button onClick={() => save('statechart.mmd', 'text/plain', graphMermaid(graph))}>
          {words.mermaid}
        </Button>
        <Button onClick={() => save('statechart.json', 'application/json', graphJson(graph))}>
          {words.json}
        </Button>
      </div>
    </details>
  );
}

function save(fileName: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_AFTER_MS);
}
