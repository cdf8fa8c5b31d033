import { useEffect, useRef, useState } from 'react';
import type { ChartData } from '../../chart.types.ts';
import { duration, eventText, stepText } from '../../explore/text.ts';
import { valueText } from '../../explore/values.ts';
import { findSequence } from '../../walks/find-sequence.ts';
import { parseReport } from '../../walks/report.ts';
import { testSourceOf } from '../../walks/test-source.ts';
import { CopyButton } from '../common/controls.tsx';
import { InputForm, NextSteps, OtherTransitions, type StateProps } from './next-steps.tsx';
import type { Simulation } from './use-simulation.ts';

interface SimulatePanelProps {
  readonly data: ChartData;
  readonly simulation: Simulation;
}

/** Simulates the machine: the state, the possible next steps below it, and the steps taken so far. */
export function SimulatePanel({ data, simulation }: SimulatePanelProps) {
  const { state, problem, error } = simulation;
  return (
    <>
      {problem === '' ? null : <p role="status">{problem}</p>}
      {error === '' ? null : (
        <p role="alert">
          {state === null ? `The machine cannot start: ${error}` : `The next step fails: ${error}`}
        </p>
      )}
      {state === null ? (
        <InputForm simulation={simulation} graph={data.graph} />
      ) : (
        <Walk data={data} simulation={simulation} state={state} />
      )}
    </>
  );
}

/** The state of a machine that could start, what can happen to it, and what has. */
function Walk({ data, simulation, state }: StateProps) {
  const { stepper, sequence, position, states } = simulation;
  const { length } = sequence.steps;
  const isTypedInput = stepper.cases.inputs.every(({ name }) => name !== sequence.input);
  const reached = useRef<HTMLParagraphElement>(null);
  const last = useRef(state);
  // Another state may not have the button that led to it.
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    if (document.activeElement?.matches('body, :disabled')) {
      reached.current?.focus({ preventScroll: true });
    }
  }, [state]);
  return (
    <>
      <p
        ref={reached}
        tabIndex={-1}
        className="sc-state"
        data-testid="simulated-state"
        aria-live="polite"
      >
        <code>{state.path}</code>
        <span className="sc-small">{`Step ${position} of ${length}`}</span>
      </p>
      <div className="sc-buttons">
        <button
          type="button"
          disabled={position === 0}
          onClick={() => simulation.goTo(position - 1)}
        >
          Undo
        </button>
        <button
          type="button"
          disabled={position >= states.length - 1}
          onClick={() => simulation.goTo(position + 1)}
        >
          Redo
        </button>
      </div>
      <NextSteps data={data} simulation={simulation} state={state} />
      <OtherTransitions data={data} simulation={simulation} state={state} />
      <Context
        context={state.snapshot.context}
        before={states[position - 1]?.snapshot.context ?? null}
      />
      <Clock data={data} simulation={simulation} state={state} />
      <details open>
        <summary>Steps so far</summary>
        <label>
          Start
          <select
            value={sequence.input}
            onChange={({ target }) => simulation.open({ input: target.value, steps: [] })}
          >
            {stepper.cases.inputs.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
            {isTypedInput ? <option>{sequence.input}</option> : null}
          </select>
        </label>
        <InputForm simulation={simulation} graph={data.graph} />
        <ol className="sc-steps" data-testid="steps">
          {sequence.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A step is identified by its position in the sequence.
            <li key={index} aria-current={index + 1 === position ? 'step' : undefined}>
              <button type="button" className="sc-link" onClick={() => simulation.goTo(index + 1)}>
                {stepText(step, data.graph)}
              </button>
            </li>
          ))}
        </ol>
        {data.testTemplate === '' ? null : (
          <CopyButton
            label="Copy as a test"
            text={() => testSourceOf(data.testTemplate, sequence, states)}
          />
        )}
      </details>
      <PasteReport data={data} simulation={simulation} />
    </>
  );
}

interface ContextProps {
  readonly context: Readonly<Record<string, unknown>>;
  /** The context before the last step; `null` at the start. */
  readonly before: Readonly<Record<string, unknown>> | null;
}

/** The context of the simulated machine: what the last step has changed, and all of it. */
function Context({ context, before }: ContextProps) {
  const changed = Object.entries(context).filter(
    ([name, value]) => before !== null && valueText(before[name]) !== valueText(value),
  );
  return (
    <>
      {changed.length === 0 ? null : (
        <dl className="sc-facts" data-testid="context-changes">
          {changed.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <del>{valueText(before?.[name])}</del> → <ins>{valueText(value)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <details className="sc-fold">
        <summary>Context</summary>
        <pre>{valueText(context, 2)}</pre>
      </details>
    </>
  );
}

/** The running timers, the next one first. */
function Clock({ state: { timers, clock }, data: { graph } }: StateProps) {
  const sorted = [...timers].sort(([, a], [, b]) => a - b);
  if (sorted.length === 0) return null;
  return (
    <details className="sc-fold" open>
      <summary>{`Clock: ${duration(clock)}`}</summary>
      {sorted.map(([type, due], index) => (
        <p key={type}>
          {eventText(type, graph)}: in {duration(due - clock)}
          {index === 0 ? ', the next one' : ''}
        </p>
      ))}
    </details>
  );
}

/** Simulates the steps of a pasted report, from which a link and a test can be copied. */
function PasteReport({ data, simulation }: SimulatePanelProps) {
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const open = () => {
    const { stepper } = simulation;
    const report = parseReport(text);
    const sequence = report && findSequence(stepper, report.steps);
    if (report === null || sequence === null) {
      setNote(
        report === null
          ? 'The text contains no steps of a machine.'
          : 'No payload cases lead through the steps of this report.',
      );
      return;
    }
    const isOther = report.machine !== null && report.machine !== data.graph.fingerprint;
    setNote(
      `${isOther ? 'The report is of another version of the machine. ' : ''}These steps fit the report; others may, too.`,
    );
    simulation.open(sequence);
  };
  return (
    <details>
      <summary>Paste a report</summary>
      <label>
        Error report or steps of analytics
        <textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <button type="button" onClick={open}>
        Simulate its steps
      </button>
      <p role="status">{note}</p>
    </details>
  );
}
