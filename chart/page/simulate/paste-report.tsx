import { useState } from 'react';
import type { ChartData } from '#chart/model/chart.types.ts';
import { assumptionsOf, parseReport, type Report, sequenceOfReport } from '#chart/model/report.ts';
import { stepText } from '#chart/model/step-text.ts';
import { Button } from '#src/ui/button.tsx';
import type { StepSequence } from '#statechart/explore/steps.ts';
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
  const [notes, setNotes] = useState<readonly string[]>([]);
  const open = () => {
    const report = parseReport(text);
    const sequence =
      report && sequenceOfReport(simulation.stepper, data.details.shortestPaths, report);
    if (report === null || sequence === null) {
      setNotes([words.reportProblem[report === null ? 'unreadable' : 'no_sequence']]);
      return;
    }
    setNotes(notesOn(simulation, data, report, sequence));
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
      <p role="status">{notes.join(' ')}</p>
    </details>
  );
}

/** What a person must know about the history that was found for a report. */
function notesOn(
  { stepper }: Simulation,
  { fingerprint }: ChartData,
  report: Report,
  sequence: StepSequence,
): readonly string[] {
  const { added, chosen } = assumptionsOf(stepper, report, sequence);
  const isOther = report.machine !== null && report.machine !== fingerprint;
  return [
    isOther ? words.reportProblem.other_machine : '',
    added > 0 ? words.reportAdded(added) : '',
    chosen.length > 0 ? words.reportChosen(chosen.map(stepText).join('; ')) : '',
  ].filter((note) => note !== '');
}
