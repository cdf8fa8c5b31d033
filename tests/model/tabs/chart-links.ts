import { parseReport, sequenceOfReport } from '#chart/model/report.ts';
import { encodeSequence } from '#chart/page/simulate/encode-sequence.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { authStepper } from '../support/auth-model.ts';
import type { SimulatedTab } from './simulated-browser.ts';

/**
 * The address of the chart for the page of each tab: a history that is consistent with its steps, as 'Paste a report'
 * finds it. Where there is none, the steps.
 */
export function chartLinks(tabs: readonly SimulatedTab[]): readonly string[] {
  const { fingerprint } = machineGraph(authMachine);
  return tabs.flatMap(({ name, page }) => {
    if (page === null || page.steps.length === 0) return [];
    const text = JSON.stringify(page.steps);
    const report = parseReport(text);
    const sequence = report && sequenceOfReport(authStepper, {}, report);
    const run = sequence && encodeSequence(sequence, fingerprint);
    return [`${name}: ${run === null ? text : `/chart#mode=simulate&run=${run}`}`];
  });
}
