import { causeText } from '#chart/model/cards.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from './table-view.module.css';

interface TableViewProps {
  readonly graph: MachineGraph;
  readonly hits: Readonly<Record<string, number>> | null;
  readonly active: ReadonlySet<string>;
  /** The ids of the transitions that a panel is about: the table lists only these. Empty without a panel. */
  readonly marked: readonly string[];
}

const words = messages.table;

/** The machine as tables, for keyboards, screen readers and the browser's search. */
export function TableView({ graph, hits, active, marked }: TableViewProps) {
  const found = graph.transitions.filter(({ id }) => marked.includes(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrollable region must be reachable by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={words.caption}>
      <table className={styles.table} hidden={found.length > 0}>
        <caption>{words.states}</caption>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.description}</th>
            <th scope="col">{words.actor}</th>
          </tr>
        </thead>
        <tbody>
          {graph.states.map(({ id, description, invokes }) => (
            <tr key={id} className={active.has(id) ? styles.active : ''}>
              <th scope="row">{id}</th>
              <td>
                {active.has(id) ? `${messages.states.parts.active}. ` : ''}
                {description}
              </td>
              <td>{invokes.map(({ actor }) => actor).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.table}>
        <caption>{found.length > 0 ? words.found(found.length) : words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.guard}</th>
            <th scope="col">{words.target}</th>
            <th scope="col">{words.actions}</th>
            {hits ? <th scope="col">{words.taken}</th> : null}
          </tr>
        </thead>
        <tbody>
          {(found.length > 0 ? found : graph.transitions).map((transition) => {
            const { id, source, guard, targets, actions } = transition;
            return (
              <tr key={id}>
                <th scope="row">{source}</th>
                <td>{causeText(transition)}</td>
                <td>{guard ?? words.always}</td>
                <td>{targets.join(', ') || messages.states.parts.noTarget}</td>
                <td>{actions.join(', ')}</td>
                {hits ? <td>{messages.coverage.times(hits[id] ?? 0)}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
