import { buildConfig } from '#chart/chart.config.ts';
import { assumptionsOf, parseReport, sequenceOfReport } from '#chart/model/report.ts';
import { stepText } from '#chart/model/step-text.ts';
import { encodeSequence } from '#chart/page/simulate/encode-sequence.ts';
import { guardResultsText } from '#chart/page/simulate/guard-results.ts';
import { testSourceOf } from '#chart/page/simulate/test-source.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import {
  keyWithTimers,
  shortestPaths,
  shortestSequences,
} from '#statechart/explore/shortest-paths.ts';
import { stepName } from '#statechart/explore/steps.ts';

/** What a report says, replayed. */
interface Replay {
  /** One consistent history, with the address of the chart that shows it; `null` when there is none. */
  readonly history: string | null;
  /** A test that takes its steps with the real actor. */
  readonly test: string;
  /** What the reader of the history must know. */
  readonly problem: string | null;
}

/** Replays the steps of a report as 'Paste a report' in the chart does. */
export function replayReport(text: string): Replay {
  const report = parseReport(text);
  if (report === null) return failed('The report contains no steps of the machine.');
  const graph = machineGraph(authMachine);
  const stepper = createAuthStepper();
  const startsInside = report.steps[0]?.from !== '';
  // Computing the shortest paths takes seconds, and only a report without the start of the machine needs them.
  const starts = startsInside
    ? shortestSequences(shortestPaths(stepper, { key: keyWithTimers }).paths)
    : {};
  const sequence = sequenceOfReport(stepper, starts, report);
  const isOther = report.machine !== null && report.machine !== graph.fingerprint;
  const difference = isOther
    ? `The report is of machine ${report.machine}, this one is ${graph.fingerprint}.`
    : null;
  if (sequence === null) {
    const lost = 'No payload cases lead through the steps of this report.';
    return failed(difference === null ? lost : `${difference} ${lost}`);
  }
  const states = stepper.replay(sequence.input, sequence.steps);
  const { added, chosen } = assumptionsOf(stepper, report, sequence);
  const assumed = new Set(chosen.map(stepName));
  const lines = states.map(({ path, lastStep, taken }, index) => {
    const isAssumed = lastStep !== null && (index <= added || assumed.has(stepName(lastStep)));
    const step = lastStep === null ? `start: ${sequence.input}` : `${index}. ${stepText(lastStep)}`;
    const cause = isAssumed ? `${step} (assumed)` : step;
    const guards = guardResultsText(graph, taken);
    return [cause, `   → ${path}`, ...(guards === '' ? [] : [`   ${guards}`])].join('\n');
  });
  const link = `/chart#mode=simulate&run=${encodeSequence(sequence, graph.fingerprint)}`;
  return {
    history: [...lines, '', link].join('\n'),
    test: testSourceOf(buildConfig.testTemplate, sequence, states),
    problem: difference,
  };
}

function failed(problem: string): Replay {
  return { history: null, test: '', problem };
}
