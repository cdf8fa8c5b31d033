import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { activeStates } from '../drawing/highlights.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';

interface GuardsByHandProps {
  readonly graph: ChartGraph;
  /** Where the machine stands: only guards that may be asked here are offered. */
  readonly path: string;
  readonly forced: Readonly<Record<string, boolean>>;
  readonly onChange: (forced: Readonly<Record<string, boolean>>) => void;
}

const words = messages.simulate;

/** The outcome of a guard, chosen: for the next step, it says what it is told to. */
export function GuardOverrides({ graph, path, forced, onChange }: GuardsByHandProps) {
  const guards = guardsHere(graph, path);
  if (guards.length === 0) return null;
  const choose = (guard: string, answer: string) => {
    const { [guard]: _, ...others } = forced;
    onChange(answer === 'asked' ? others : { ...others, [guard]: answer === 'yes' });
  };
  const chosen = (guard: string) => {
    const answer = forced[guard];
    return answer === undefined ? 'asked' : answer ? 'yes' : 'no';
  };
  return (
    <details className={styles.guards}>
      <summary>{words.guards}</summary>
      {guards.map((guard) => (
        <label key={guard} className={styles.field}>
          {guard}
          <select value={chosen(guard)} onChange={({ target }) => choose(guard, target.value)}>
            <option value="asked">{words.guard.asked}</option>
            <option value="yes">{words.guard.yes}</option>
            <option value="no">{words.guard.no}</option>
          </select>
        </label>
      ))}
    </details>
  );
}

function guardsHere(graph: ChartGraph, path: string): readonly string[] {
  const active = activeStates(path);
  const here = graph.transitions.filter(
    ({ source }) => active.has(source) || !source.includes('.'),
  );
  const names = here
    .filter(({ source }) => active.has(source) || source.startsWith('('))
    .flatMap(({ guard }) => (guard === null ? [] : [guard.replace(/\(.*$/, '')]));
  return [...new Set(names)];
}
