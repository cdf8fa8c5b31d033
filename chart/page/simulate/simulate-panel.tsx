import { useState } from 'react';
import type { ChartData } from '#chart/model/chart.types.ts';
import { stepText } from '#chart/model/step-text.ts';
import { Button } from '#src/ui/button.tsx';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { SimulationState } from '#statechart/explore/stepper.ts';
import type { ModelStep } from '#statechart/explore/steps.ts';
import { CopyText } from '../exports/copy-text.tsx';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import { chartUrlWith } from '../use-hash-parameters.ts';
import { ContextView } from './context-view.tsx';
import { encodeSequence } from './encode-sequence.ts';
import { GuardOverrides } from './guard-overrides.tsx';
import { guardResultsText } from './guard-results.ts';
import { PasteReport } from './paste-report.tsx';
import { testSourceOf } from './test-source.ts';
import type { Simulation } from './use-simulation.ts';

interface SimulatePanelProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly simulation: Simulation;
  /** Called with what the hovered step would lead to, and with `null` when none is hovered. */
  readonly onPreview: (state: SimulationState | null) => void;
}

const words = messages.simulate;

/** Simulates the machine: the possible next steps, and the steps taken so far. */
export function SimulatePanel({ graph, data, simulation, onPreview }: SimulatePanelProps) {
  const { sequence, position, states, state, isPlaying } = simulation;
  const { length } = sequence.steps;
  const shareLink = () =>
    chartUrlWith({ mode: 'simulate', run: encodeSequence(sequence, data.fingerprint) });
  return (
    <>
      <p className={styles.small}>{words.explanation}</p>
      <Problem problem={simulation.problem} />
      <PasteReport data={data} simulation={simulation} />
      <label className={styles.field}>
        {words.start}
        <select value={sequence.input} onChange={({ target }) => simulation.restart(target.value)}>
          {simulation.stepper.cases.inputs.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p className={styles.state} data-testid="simulated-state" aria-live="polite">
        <code>{state.path}</code>
        <br />
        <span className={styles.small}>{words.position(position, length)}</span>
      </p>
      <div className={styles.buttons}>
        <Button inactive={position === 0} onClick={() => simulation.goTo(position - 1)}>
          {words.back}
        </Button>
        <Button inactive={position >= length} onClick={() => simulation.goTo(position + 1)}>
          {words.forward}
        </Button>
        <Button onClick={isPlaying ? simulation.pause : simulation.play}>
          {isPlaying ? words.stop : words.replay}
        </Button>
        <Button onClick={() => simulation.restart(sequence.input)}>{words.reset}</Button>
        <CopyText label={words.share} text={shareLink} />
        <CopyText
          label={words.test}
          text={() => testSourceOf(data.details.testTemplate, sequence, states)}
        />
      </div>
      <ContextView state={state} before={states[position - 1] ?? null} />
      <NextSteps {...{ graph, data, simulation, onPreview }} />
      <h3>{words.steps}</h3>
      <ol className={styles.steps} data-testid="steps">
        {sequence.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A step is identified by its position in the sequence.
          <li key={index} className={index + 1 === position ? styles.current : ''}>
            {`${index + 1}. ${stepText(step)}`}
          </li>
        ))}
      </ol>
    </>
  );
}

function Problem({ problem }: Pick<Simulation, 'problem'>) {
  if (problem === null) return null;
  return <p role="status">{problem === 'broken' ? words.brokenLink : words.otherMachine}</p>;
}

function NextSteps({ graph, data, simulation, onPreview }: SimulatePanelProps) {
  const { stepper, state, take } = simulation;
  const [overrides, setOverrides] = useState<Readonly<Record<string, boolean>>>({});
  const hasOverrides = Object.keys(overrides).length > 0;
  const isOfMainPath = ({ next }: { readonly next: SimulationState }) =>
    next.taken.some((id) => data.mainPath.includes(id));
  const steps = stepper
    .steps(state, hasOverrides ? overrides : undefined)
    .map((step) => ({ step, next: stepper.step(state, step) }))
    // What the machine is mostly for comes first.
    .toSorted((a, b) => Number(isOfMainPath(b)) - Number(isOfMainPath(a)));
  const choose = (step: ModelStep) => {
    onPreview(null);
    setOverrides({});
    take(step);
  };
  return (
    <>
      <h3>{words.next}</h3>
      <GuardOverrides
        graph={graph}
        statePath={state.path}
        overrides={overrides}
        onChange={setOverrides}
      />
      {steps.length === 0 ? <p>{words.noSteps}</p> : null}
      <ul className={styles.choices} aria-label={words.next}>
        {steps.map(({ step, next }) => (
          <li key={`${step.type} ${step.case}`}>
            <button
              type="button"
              className={styles.choice}
              onClick={() => choose(step)}
              onPointerEnter={() => onPreview(next)}
              onPointerLeave={() => onPreview(null)}
              onFocus={() => onPreview(next)}
              onBlur={() => onPreview(null)}
            >
              {stepText(step)}
              <span>{next.path === state.path ? words.stays : `→ ${next.path}`}</span>
              <GuardResults graph={graph} state={next} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function GuardResults({ graph, state }: { graph: MachineGraph; state: SimulationState }) {
  const text = guardResultsText(graph, state.taken);
  return text === '' ? null : <span>{text}</span>;
}
