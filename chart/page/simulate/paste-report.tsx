import { useState } from 'react';
import type { ChartData } from '#chart/model/chart.types.ts';
import { parseReport, sequenceOfReport } from '#chart/model/report.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import type { Simulation } from './use-simulation.ts';

interface PasteReportProps {
  readonly data: ChartData;
  readonly simulation: Simulation;
}

const words = messages.simulate;

/** Simulates the steps of a pasted report, from which a link and a test can be copied. */
export function PasteReport({ data, simulation }: PasteReportProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<keyof typeof words.reportProblem | null>(null);
  const open = () => {
    const report = parseReport(text);
    const sequence = report && sequenceOfReport(simulation.stepper, data.shortestPaths, report);
    if (report === null || sequence === null) {
      setProblem(report === null ? 'unreadable' : 'no_sequence');
      return;
    }
    const isOther = report.machine !== null && report.machine !== data.fingerprint;
    setProblem(isOther ? 'other_machine' : null);
    simulation.openSequence(sequence);
  };
  return (
    <details className={styles.guards}>
      <summary>{words.report}</summary>
      <label className={styles.field}>
        {words.reportField}
        <textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <Button onClick={open}>{words.openReport}</Button>
      <p role="status">{problem === null ? '' : words.reportProblem[problem]}</p>
    </details>
  );
}
