import { duration } from '#chart/model/duration.ts';
import { eventLabel } from '#statechart/explore/machine-graph.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import type { LogStep } from './log.ts';

interface LogEntryProps {
  readonly step: LogStep;
  /** Whether the chart shows the moment after this step. */
  readonly isShown: boolean;
  readonly onShow: () => void;
}

const words = messages.live;

/** A step of the log. A click shows its moment on the chart. */
export function LogEntry({ step, isShown, onShow }: LogEntryProps) {
  const { entry, since, left, entered, guards, actions } = step;
  const hasMoved = left.length + entered.length > 0;
  return (
    <li>
      <button type="button" className={styles.entry} aria-pressed={isShown} onClick={onShow}>
        <time dateTime={new Date(entry.at).toISOString()}>{timeOfDay(entry.at)}</time>{' '}
        {since === null ? null : <small className={styles.small}>+{duration(since)} </small>}
        <strong>{eventLabel(entry.event)}</strong>{' '}
        {entry.payload.map(([field, kind]) => (
          <code key={field}>{`${field}: ${kind} `}</code>
        ))}
        <span className={styles.small}>
          {hasMoved ? `${left.join(' ') || '·'} → ${entered.join(' ')}` : null}
          {entry.taken.length === 0 && !hasMoved ? words.ignored : null}
        </span>
        {guards.length > 0 ? (
          <span className={styles.small}>
            {guards.map(({ guard, passed }) => (
              <span key={guard} className={passed ? styles.yes : styles.no}>
                {`${guard}: ${passed ? words.guard.yes : words.guard.no} `}
              </span>
            ))}
          </span>
        ) : null}
        {actions.length > 0 ? (
          <span className={styles.small}>{words.actions(actions.join(', '))}</span>
        ) : null}
      </button>
    </li>
  );
}

/** A time of day in UTC, with milliseconds. */
export function timeOfDay(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
