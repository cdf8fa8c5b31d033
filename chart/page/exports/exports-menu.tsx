import type { ChartLayout } from '#chart/model/chart.types.ts';
import { collapse } from '#chart/model/collapse.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { Button } from '#src/ui/button.tsx';
import styles from '../chart-view.module.css';
import { messages } from '../messages.ts';
import { graphJson, graphMermaid, graphSvg } from './exports.ts';

interface ExportsProps {
  readonly graph: ChartGraph;
  readonly layout: ChartLayout | null;
  readonly collapsed: ReadonlySet<string>;
}

const words = messages.exports;

/** The machine as files. */
export function Exports({ graph, layout, collapsed }: ExportsProps) {
  const svg = (drawn: ChartLayout) => () => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    save(
      'auth-machine.svg',
      'image/svg+xml',
      graphSvg(graph, collapse(graph, drawn, collapsed, 'details'), dark),
    );
  };
  return (
    <details className={styles.exports}>
      <summary>{words.heading}</summary>
      <div>
        {layout ? <Button onClick={svg(layout)}>{words.svg}</Button> : null}
        <Button onClick={() => save('auth-machine.mmd', 'text/plain', graphMermaid(graph))}>
          {words.mermaid}
        </Button>
        <Button onClick={() => save('auth-machine.json', 'application/json', graphJson(graph))}>
          {words.json}
        </Button>
      </div>
    </details>
  );
}

function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
