import { Button } from '#src/ui/button.tsx';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import styles from '../chart-view.module.css';
import { messages } from '../messages.ts';
import type { ExportFormat } from './export-file.ts';

const words = messages.exports;

const FORMATS: readonly ExportFormat[] = ['svg', 'png', 'mermaid', 'xstate', 'scxml'];

/** Exports the shown drawing and the machine as files, by code that is loaded for the first of them. */
export function ExportsMenu({ graph }: { readonly graph: MachineGraph }) {
  const save = async (format: ExportFormat) => {
    const { exportFile } = await import('./export-file.ts');
    await exportFile(format, graph);
  };
  return (
    <details
      className={styles.exports}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // It covers what is below it. A press on a button moves no focus in every browser.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
          currentTarget.open = false;
      }}
    >
      <summary>{words.heading}</summary>
      <div>
        {FORMATS.map((format) => (
          <Button key={format} onClick={() => void save(format)}>
            {words.formats[format]}
          </Button>
        ))}
      </div>
    </details>
  );
}
