import { useMemo, useState } from 'react';
import type { ChartData } from '../../chart.types.ts';
import { guardResultsText } from '../../explore/guard-results.ts';
import { type MachineGraph, transitionKind } from '../../explore/machine-graph.ts';
import type { SimulationState, Stepper } from '../../explore/stepper.ts';
import { type ModelStep, type PayloadCases, stepKind, typedCase } from '../../explore/steps.ts';
import { causeText, duration, guardText, movesText, stepText } from '../../explore/text.ts';
import { errorText } from '../../explore/values.ts';
import { encodeSequence } from '../../walks/encode-sequence.ts';
import { guessedStepsOf, parseReport, sequenceOfReport } from '../../walks/report.ts';
import { testSourceOf } from '../../walks/test-source.ts';
import { CopyButton } from '../common/controls.tsx';
import { chartUrlWith } from '../common/use-hash.ts';
import { ContextTree } from './context-tree.tsx';
import type { Simulation } from './use-simulation.ts';

interface SimulatePanelProps {
  readonly data: ChartData;
  readonly simulation: Simulation;
  /** Called with the state that the step under the pointer would lead to, and with `null` without a step. */
  readonly onPreview: (state: SimulationState | null) => void;
}

/** Simulates the machine: the state, the possible next steps below it, and the steps taken so far. */
export function SimulatePanel({ data, simulation, onPreview }: SimulatePanelProps) {
  const { state, problem, error } = simulation;
  return (
    <>
      {problem === null ? null : (
        <p role="status">
          {problem === 'broken'
            ? 'The link is broken: only its first steps are shown.'
            : 'The link is of another version of the machine.'}
        </p>
      )}
      {error === '' ? null : (
        <p role="alert">
          {state === null ? `The machine cannot start: ${error}` : `The next step fails: ${error}`}
        </p>
      )}
      {state === null ? (
        <InputForm {...{ simulation }} graph={data.graph} />
      ) : (
        <Walk {...{ data, simulation, state, onPreview }} />
      )}
    </>
  );
}

/** The state of a machine that could start, what can happen to it, and what has. */
function Walk({ data, simulation, state, onPreview }: SimulatePanelProps & Current) {
  const { stepper, sequence, position, states } = simulation;
  const { graph, testTemplate } = data;
  const { length } = sequence.steps;
  const shareLink = () =>
    chartUrlWith({ mode: 'simulate', run: encodeSequence(sequence, graph.fingerprint) });
  const isTypedInput = stepper.cases.inputs.every(({ name }) => name !== sequence.input);
  return (
    <>
      <p className="sc-state" data-testid="simulated-state" aria-live="polite">
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
      <NextSteps {...{ data, simulation, state, onPreview }} />
      <OtherTransitions {...{ data, simulation, state }} />
      <ContextTree
        context={state.snapshot.context}
        before={states[position - 1]?.snapshot.context ?? null}
      />
      <Clock {...{ state, graph }} />
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
        <InputForm {...{ simulation }} graph={data.graph} />
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
        <div className="sc-buttons">
          <CopyButton label="Copy a link" text={shareLink} />
          {testTemplate === '' ? null : (
            <CopyButton
              label="Copy as a test"
              text={() => testSourceOf(testTemplate, sequence, states)}
            />
          )}
        </div>
      </details>
      <PasteReport {...{ data, simulation }} />
    </>
  );
}

interface Current {
  readonly state: SimulationState;
}

/** Takes a step, or says why it fails. */
function attempt(stepper: Stepper, state: SimulationState, step: ModelStep) {
  try {
    return { next: stepper.step(state, step), error: '' };
  } catch (error) {
    return { next: null, error: errorText(error) };
  }
}

/** What was typed last for an event, until the page is loaded again; the address has what was taken. */
const typedBefore = new Map<string, string>();

/** A field for a value as JSON, and a button that is there for each thing to do with it. */
function JsonForm({ label, memory, actions }: JsonFormProps) {
  const [json, setJson] = useState(typedBefore.get(memory) ?? '{}');
  const problem = jsonProblem(json);
  return (
    <>
      <label>
        {label}
        <textarea rows={2} value={json} onChange={({ target }) => setJson(target.value)} />
      </label>
      <div className="sc-buttons">
        {actions.map(({ name, act }) => (
          <button
            key={name}
            type="button"
            disabled={problem !== ''}
            onClick={() => {
              typedBefore.set(memory, json);
              act(json);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <p role="status">{problem}</p>
    </>
  );
}

interface JsonFormProps {
  readonly label: string;
  /** Under which name the text is remembered. */
  readonly memory: string;
  readonly actions: readonly { readonly name: string; readonly act: (json: string) => void }[];
}

function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `This is no JSON: ${errorText(error)}`;
  }
}

function InputForm({ simulation, graph }: { simulation: Simulation; graph: MachineGraph }) {
  const start = (json: string, ids: readonly string[]) =>
    simulation.open({ input: typedCase(json, ids), steps: [] });
  const actions = [
    { name: 'Start with this input', act: (json: string) => start(json, []) },
    ...simulation.stepper.possible(null).map(({ ids }) => ({
      name: `Start, ${wayText(graph, ids)}`,
      act: (json: string) => start(json, ids),
    })),
  ];
  return <JsonForm label="Input (JSON)" memory="" actions={actions} />;
}

/** The guards, the targets and the actions of transitions that follow on one another. */
function wayText({ transitions }: MachineGraph, ids: readonly string[]): string {
  const words = ids.flatMap((id) => {
    const transition = transitions.find((each) => each.id === id);
    if (transition === undefined) return [];
    const to = transition.targets.map((target) => `→ ${target}`);
    return [guardText(transition), ...to, movesText(transition)];
  });
  return words.filter(Boolean).join(' ');
}

/** Every way from the active states: with a payload that is typed, or whatever the guards return. */
function OtherTransitions({
  data,
  simulation,
  state,
}: Omit<SimulatePanelProps, 'onPreview'> & Current) {
  const { stepper, take } = simulation;
  const ways = useMemo(
    () =>
      stepper.possible(state).flatMap(({ ids, type }) => {
        const own = data.graph.transitions.filter(({ id }) => ids.includes(id));
        const first = own.find(({ id }) => id === ids[0]);
        if (first === undefined) return [];
        const { error } = attempt(stepper, state, { type, case: typedCase('{}') });
        const need = error === '' ? '' : ` needs data: ${error}`;
        return {
          ...{ ids, type, isGuarded: own.some(({ guard, index }) => guard !== null || index > 0) },
          ...{ text: `${causeText(first)}${need}`, note: wayText(data.graph, ids) },
        };
      }),
    [stepper, state, data],
  );
  if (ways.length === 0) return null;
  return (
    <details className="sc-tree">
      <summary>With data, or another answer of a guard</summary>
      {ways.map(({ ids, type, text, note, isGuarded }) => {
        // A wildcard stands for any event of its family.
        const sent = type.replaceAll('*', 'any');
        const act = (guarded: readonly string[]) => (json: string) =>
          take({ type: sent, case: typedCase(json, guarded) });
        return (
          <details key={ids.join(' ')}>
            <summary>
              {text} <span className="sc-small">{note}</span>
            </summary>
            <JsonForm
              label={transitionKind(type) === 'done' ? 'Output (JSON)' : 'Payload (JSON)'}
              memory={type}
              actions={[
                { name: 'Take', act: act([]) },
                ...(isGuarded ? [{ name: 'Take, the guard passes', act: act(ids) }] : []),
              ]}
            />
          </details>
        );
      })}
    </details>
  );
}

/** Who causes a step, in the order in which the steps are listed. */
const CAUSES = ['person', 'answer', 'time', 'outside'] as const;

const CAUSE_NAMES = {
  person: 'The person',
  answer: 'An answer',
  time: 'Time',
  outside: 'From outside',
} as const;

function causeOf({ type }: ModelStep, { outside = [] }: PayloadCases, isTimer: boolean) {
  const kind = stepKind(type);
  if (isTimer || kind === 'after' || kind === 'wait' || kind === 'sleep') return 'time';
  if (kind === 'done' || kind === 'error') return 'answer';
  return outside.includes(type) ? 'outside' : 'person';
}

function NextSteps({ data, simulation, state, onPreview }: SimulatePanelProps & Current) {
  const { stepper, take } = simulation;
  const steps = useMemo(() => {
    // First the steps of the main walks, last those that change nothing.
    const rank = ({ taken, keyChanged, path }: SimulationState) =>
      Number(taken.some((id) => data.main.includes(id))) -
      Number(!keyChanged && path === state.path);
    return stepper
      .steps(state)
      .flatMap((step) => {
        const { next } = attempt(stepper, state, step);
        return next === null ? [] : { step, next };
      })
      .sort((a, b) => rank(b.next) - rank(a.next));
  }, [stepper, state, data]);
  return (
    <section aria-label="Next steps">
      {stepper.possible(state).length === 0 ? <p>No step leads away from here.</p> : null}
      {CAUSES.map((cause) => {
        const own = steps.filter(
          ({ step }) => causeOf(step, stepper.cases, state.timers.has(step.type)) === cause,
        );
        if (own.length === 0) return null;
        return (
          <div key={cause}>
            <h2>{CAUSE_NAMES[cause]}</h2>
            <ul className="sc-choices">
              {own.map(({ step, next }) => (
                <li key={`${step.type} ${step.case}`}>
                  <button
                    type="button"
                    onClick={() => {
                      onPreview(null);
                      take(step);
                    }}
                    onPointerEnter={() => onPreview(next)}
                    onPointerLeave={() => onPreview(null)}
                    onFocus={() => onPreview(next)}
                    onBlur={() => onPreview(null)}
                  >
                    {stepText(step, data.graph)}
                    <span className="sc-small">
                      {next.path === state.path ? 'stays' : `→ ${next.path}`}{' '}
                      {guardResultsText(data.graph, next.taken)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** The running timers, the next one first. */
function Clock({ state: { timers, clock }, graph }: Current & Pick<ChartData, 'graph'>) {
  const sorted = [...timers].sort(([, a], [, b]) => a - b);
  if (sorted.length === 0) return null;
  return (
    <details className="sc-tree" open>
      <summary>{`Clock: ${duration(clock)}`}</summary>
      {sorted.map(([type, due], index) => (
        <p key={type}>
          {stepText({ type, case: '' }, graph).replace(/ · $/, '')}: in {duration(due - clock)}
          {index === 0 ? ', the next one' : ''}
        </p>
      ))}
    </details>
  );
}

/** Simulates the steps of a pasted report, from which a link and a test can be copied. */
function PasteReport({ data, simulation }: Omit<SimulatePanelProps, 'onPreview'>) {
  const [text, setText] = useState('');
  const [notes, setNotes] = useState<readonly string[]>([]);
  const open = () => {
    const { stepper } = simulation;
    const report = parseReport(text);
    const sequence = report && sequenceOfReport(stepper, report);
    if (report === null || sequence === null) {
      setNotes([
        report === null
          ? 'The text contains no steps of a machine.'
          : 'No payload cases lead through the steps of this report.',
      ]);
      return;
    }
    const { added, chosen } = guessedStepsOf(stepper, report, sequence);
    const isOther = report.machine !== null && report.machine !== data.graph.fingerprint;
    setNotes([
      ...(isOther ? ['The report is of another version of the machine.'] : []),
      ...(added > 0 ? [`${added} steps before its first one are assumed.`] : []),
      ...(chosen.length > 0
        ? [
            `The report does not tell these cases: ${chosen.map((step) => stepText(step, data.graph)).join('; ')}.`,
          ]
        : []),
    ]);
    simulation.open(sequence);
  };
  return (
    <details>
      <summary>Paste a report</summary>
      <label>
        Error report, saved log or steps of analytics
        <textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <button type="button" onClick={open}>
        Simulate its steps
      </button>
      <p role="status">{notes.join(' ')}</p>
    </details>
  );
}
