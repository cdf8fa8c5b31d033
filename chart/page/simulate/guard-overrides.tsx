import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';
import { activeStates } from '../drawing/highlights.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';

interface GuardOverridesProps {
  readonly graph: MachineGraph;
  /** The active states: only guards of their transitions are offered. */
  readonly statePath: string;
  readonly overrides: Readonly<Record<string, boolean>>;
  readonly onChange: (overrides: Readonly<Record<string, boolean>>) => void;
}

const words = messages.simulate;

/** Sets the results of guards for the next step. */
export function GuardOverrides({ graph, statePath, overrides, onChange }: GuardOverridesProps) {
  const guards = evaluableGuards(graph, statePath);
  if (guards.length === 0) return null;
  const override = (guard: string, choice: string) => {
    const { [guard]: _, ...others } = overrides;
    onChange(choice === 'evaluated' ? others : { ...others, [guard]: choice === 'yes' });
  };
  const choiceOf = (guard: string) => {
    const result = overrides[guard];
    return result === undefined ? 'evaluated' : result ? 'yes' : 'no';
  };
  return (
    <details className={styles.guards}>
      <summary>{words.guards}</summary>
      {guards.map((guard) => (
        <label key={guard} className={styles.field}>
          {guard}
          <select value={choiceOf(guard)} onChange={({ target }) => override(guard, target.value)}>
            <option value="evaluated">{words.guard.evaluated}</option>
            <option value="yes">{words.guard.yes}</option>
            <option value="no">{words.guard.no}</option>
          </select>
        </label>
      ))}
    </details>
  );
}

/** The guards of the active states and the root, which are all that the next step can evaluate. */
function evaluableGuards(graph: MachineGraph, statePath: string): readonly string[] {
  const active = activeStates(statePath);
  const names = graph.transitions
    .filter(({ source }) => active.has(source) || source === ROOT)
    .flatMap(({ guard }) => (guard === null ? [] : [guard.replace(/\(.*$/, '')]));
  return [...new Set(names)];
}
