import type { FeedEntry } from '#chart/feed/feed.types.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { eventLabel } from '#machines/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import { guardResultsOf } from '../simulate/guard-results.ts';
import type { TabReport } from './use-live.ts';

interface LivePanelProps {
  readonly graph: ChartGraph;
  readonly tabs: readonly TabReport[];
  readonly own: string | null;
  /** Whether every tab had the time to answer. */
  readonly isAsked: boolean;
  readonly watched: TabReport | null;
  readonly onWatch: (tab: string) => void;
}

const words = messages.live;

/** Which tab is watched, where its machine stands, and what happened to it. */
export function LivePanel({ graph, tabs, own, isAsked, watched, onWatch }: LivePanelProps) {
  if (watched === null) return <p role="status">{isAsked ? words.nobody : words.asking}</p>;
  return (
    <>
      <label className={styles.field}>
        {words.tabs}
        <select value={watched.tab} onChange={({ target }) => onWatch(target.value)}>
          {tabs.map(({ tab }) => (
            <option key={tab} value={tab}>
              {tab === own ? words.thisTab : words.otherTab(tab)}
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
      {watched.log.length === 0 ? <p>{words.nothing}</p> : null}
      <ol className={styles.log} data-testid="live-log">
        {watched.log.toReversed().map((entry) => (
          <Entry key={entry.seq} entry={entry} graph={graph} />
        ))}
      </ol>
    </>
  );
}

function Entry({ entry, graph }: { entry: FeedEntry; graph: ChartGraph }) {
  const verdicts = entry.taken.flatMap((id) => guardResultsOf(graph, id));
  const moved = entry.before !== entry.after;
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{clock(entry.at)}</time>{' '}
      <strong>{eventLabel(entry.event)}</strong>{' '}
      {entry.payload.map(([field, kind]) => (
        <code key={field}>{`${field}: ${kind} `}</code>
      ))}
      <div className={styles.small}>
        {moved ? `${entry.before || '·'} → ${entry.after}` : null}
        {!moved && entry.taken.length === 0 ? words.ignored : null}
      </div>
      {verdicts.length > 0 ? (
        <div className={styles.small}>
          {verdicts.map(({ guard, passed }) => (
            <span key={guard} className={passed ? styles.yes : styles.no}>
              {`${guard}: ${passed ? words.verdict.yes : words.verdict.no} `}
            </span>
          ))}
        </div>
      ) : null}
    </li>
  );
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
