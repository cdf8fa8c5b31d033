import { useMemo, useState } from 'react';
import type { ChartData } from '../../chart.types.ts';
import { guardResultsText } from '../../explore/guard-results.ts';
import { type MachineGraph, transitionKind } from '../../explore/machine-graph.ts';
import type { SimulationState } from '../../explore/stepper.ts';
import { typedCase } from '../../explore/steps.ts';
import { causeText, guardText, movesText, stepText } from '../../explore/text.ts';
import { errorText } from '../../explore/values.ts';
import { attempt } from '../../explore/walk.ts';
import type { Simulation } from './use-simulation.ts';

export interface StateProps {
  readonly data: ChartData;
  readonly simulation: Simulation;
  readonly state: SimulationState;
}

/** The steps that can be taken with the payload cases. */
export function NextSteps({ data, simulation, state }: StateProps) {
  const { stepper, take } = simulation;
  const steps = useMemo(() => {
    // First the steps of the main walks, last those that change nothing.
    const rank = ({ taken, key, path }: SimulationState) =>
      Number(taken.some((id) => data.main.includes(id))) -
      Number(key === state.key && path === state.path);
    return stepper
      .steps(state)
      .flatMap((step) => {
        const { state: next } = attempt(() => stepper.step(state, step));
        return next === null ? [] : { step, next };
      })
      .sort((a, b) => rank(b.next) - rank(a.next));
  }, [stepper, state, data]);
  return (
    <section aria-label="Next steps">
      {stepper.possible(state).length === 0 ? <p>No step leads away from here.</p> : null}
      <ul className="sc-choices">
        {steps.map(({ step, next }) => (
          <li key={`${step.type} ${step.case}`}>
            <button type="button" onClick={() => take(step)}>
              {stepText(step, data.graph)}
              <span className="sc-small">
                {next.path === state.path ? 'stays' : `→ ${next.path}`}{' '}
                {guardResultsText(data.graph, next.taken)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every way from the active states: with a payload that is typed, or whatever the guards return. */
export function OtherTransitions({ data, simulation, state }: StateProps) {
  const { stepper, take } = simulation;
  const ways = useMemo(
    () =>
      stepper.possible(state).flatMap(({ ids, type }) => {
        const own = data.graph.transitions.filter(({ id }) => ids.includes(id));
        const first = own.find(({ id }) => id === ids[0]);
        if (first === undefined) return [];
        const empty = { type, case: typedCase('{}') };
        const { error } = attempt(() => stepper.step(state, empty));
        const need = error === '' ? '' : ` needs data: ${error}`;
        return {
          ids,
          type,
          isGuarded: own.some(({ guard, index }) => guard !== null || index > 0),
          text: `${causeText(first)}${need}`,
          note: wayText(data.graph, ids),
        };
      }),
    [stepper, state, data],
  );
  if (ways.length === 0) return null;
  return (
    <details className="sc-fold">
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

/** Starts the machine with an input that is typed, and with another answer of its first guards. */
export function InputForm({ simulation, graph }: { simulation: Simulation; graph: MachineGraph }) {
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
