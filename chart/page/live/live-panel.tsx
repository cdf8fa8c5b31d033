import type { FeedEntry } from '#chart/feed/feed.types.ts';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import { eventLabel } from '#machines/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import { guardResultsOf } from '../simulate/guard-results.ts';
import type { TabReport } from './use-live.ts';

interface LivePanelProps {
  readonly graph: MachineGraph;
  readonly tabs: readonly TabReport[];
  readonly ownTab: string | null;
  /** Whether every tab had the time to report. */
  readonly hasSearched: boolean;
  readonly watched: TabReport | null;
  readonly onWatch: (tab: string) => void;
}

const words = messages.live;

/** The watched tab: the state of its machine and its event log. */
export function LivePanel({ graph, tabs, ownTab, hasSearched, watched, onWatch }: LivePanelProps) {
  if (watched === null) return <p role="status">{hasSearched ? words.noTab : words.searching}</p>;
  return (
    <>
      <label className={styles.field}>
        {words.tabs}
        <select value={watched.tab} onChange={({ target }) => onWatch(target.value)}>
          {tabs.map(({ tab }) => (
            <option key={tab} value={tab}>
              {tab === ownTab ? words.thisTab : words.otherTab(tab)}
            </option>
          ))}
        </select>
      </label>
      {watched.fingerprint === graph.fingerprint ? null : <p role="status">{words.otherVersion}</p>}
      <p className={styles.state} data-testid="live-state">
        {words.state}: <code>{watched.state}</code>
      </p>
      <h3>{words.log}</h3>
      <p className={styles.small}>{words.redacted}</p>
      {watched.log.length === 0 ? <p>{words.emptyLog}</p> : null}
      <ol className={styles.log} data-testid="live-log">
        {watched.log.toReversed().map((entry) => (
          <Entry key={entry.seq} entry={entry} graph={graph} />
        ))}
      </ol>
    </>
  );
}

function Entry({ entry, graph }: { entry: FeedEntry; graph: MachineGraph }) {
  const guardResults = entry.taken.flatMap((id) => guardResultsOf(graph, id));
  const hasMoved = entry.before !== entry.after;
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{timeOfDay(entry.at)}</time>{' '}
      <strong>{eventLabel(entry.event)}</strong>{' '}
      {entry.payload.map(([field, kind]) => (
        <code key={field}>{`${field}: ${kind} `}</code>
      ))}
      <div className={styles.small}>
        {hasMoved ? `${entry.before || '·'} → ${entry.after}` : null}
        {!hasMoved && entry.taken.length === 0 ? words.ignored : null}
      </div>
      {guardResults.length > 0 ? (
        <div className={styles.small}>
          {guardResults.map(({ guard, passed }) => (
            <span key={guard} className={passed ? styles.yes : styles.no}>
              {`${guard}: ${passed ? words.guard.yes : words.guard.no} `}
            </span>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function timeOfDay(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
