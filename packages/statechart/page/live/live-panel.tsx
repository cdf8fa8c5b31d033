import { useMemo, useState } from 'react';
import { guardResultsText } from '../../explore/guard-results.ts';
import type { MachineGraph } from '../../explore/machine-graph.ts';
import { duration, eventText } from '../../explore/text.ts';
import { type LogStep, logSteps } from './log.ts';
import { isAway, type LiveTab, type useTabs } from './use-tabs.ts';

/** A step of a tab after which the drawing shows it, instead of its current state. */
export interface Moment {
  readonly tab: string;
  readonly seq: number;
}

interface LivePanelProps {
  readonly graph: MachineGraph;
  readonly live: ReturnType<typeof useTabs>;
  readonly watched: LiveTab | null;
  readonly moment: Moment | null;
  readonly onMoment: (moment: Moment | null) => void;
  /** Continues in the simulation from the shown moment; returns whether its history could be simulated. */
  readonly onContinue: () => Promise<boolean>;
}

/** The watched tab: the state of its machine, and its log. */
export function LivePanel(props: LivePanelProps) {
  const { graph, live, watched } = props;
  const { ownTab, hasSearched } = live;
  if (watched === null) {
    const text = 'No tab of this browser runs the machine. Open the app in another tab.';
    return <p role="status">{hasSearched ? text : 'Looking for tabs…'}</p>;
  }
  return (
    <>
      <p className="sc-small">
        {watched.tab === ownTab ? 'This tab' : `The tab at ${watched.route}`}
      </p>
      {watched.fingerprint === graph.fingerprint ? null : (
        <p role="status">This tab runs another version of the machine.</p>
      )}
      <p className="sc-state" data-testid="live-state">
        <code>{watched.state}</code>
        {isAway(watched) ? ' (the tab is closed or at another site)' : null}
      </p>
      {(isAway(watched) ? [] : watched.timers).map(({ event, source, startedAt, delay }) => (
        <p key={`${event} ${source}`} className="sc-small">
          {`${eventText(event, graph)}: at ${timeOfDay(startedAt + delay).slice(0, 8)}, ${duration(delay)} after it started`}
        </p>
      ))}
      {watched.actors.length > 0 ? (
        <ul aria-label="Actors" className="sc-small">
          {watched.actors.map(({ id, depth, state }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two actors may have the same name.
            <li key={index} style={{ paddingLeft: `${depth}rem` }}>
              {[id, state].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
      ) : null}
      <Log key={watched.tab} {...props} watched={watched} />
    </>
  );
}

interface LogProps extends LivePanelProps {
  readonly watched: LiveTab;
}

/** The steps of a tab, the last one first. */
function Log(props: LogProps) {
  const { graph, watched, moment, onMoment } = props;
  const steps = useMemo(() => logSteps(graph, watched.log), [graph, watched.log]);
  return (
    <>
      <h2>Event log</h2>
      <ShownMoment {...props} />
      <ol className="sc-log" data-testid="live-log">
        {steps.toReversed().map((step) => {
          const { seq } = step.entry;
          return (
            <LogEntry
              key={seq}
              graph={graph}
              step={step}
              isShown={moment?.seq === seq}
              onShow={(isShown) => onMoment(isShown ? { tab: watched.tab, seq } : null)}
            />
          );
        })}
      </ol>
    </>
  );
}

/** The moment that the drawing shows, and what can be done from there. */
function ShownMoment({ watched, moment, onMoment, onContinue }: LogProps) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const entry = watched.log.find(({ seq }) => seq === moment?.seq);
  if (entry === undefined) return null;
  return (
    <div className="sc-moment" role="status">
      <p>
        The chart shows the moment after the step at {timeOfDay(entry.at)}: {entry.after}.
      </p>
      <div className="sc-buttons">
        <button type="button" onClick={() => onMoment(null)}>
          Back to live
        </button>
        <button
          type="button"
          onClick={async () => setFailedAt((await onContinue()) ? null : entry.seq)}
        >
          Continue in Simulate
        </button>
      </div>
      {failedAt === entry.seq ? <p>No payload cases lead through these steps.</p> : null}
    </div>
  );
}

interface LogEntryProps extends Pick<LivePanelProps, 'graph'> {
  readonly step: LogStep;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

function LogEntry({ graph, step, isShown, onShow }: LogEntryProps) {
  const { entry, since, left, entered, actions } = step;
  const hasMoved = left.length + entered.length > 0;
  const lines = [
    hasMoved ? `${left.join(' ') || '·'} → ${entered.join(' ')}` : '',
    entry.taken.length === 0 && !hasMoved ? 'changed nothing' : '',
    guardResultsText(graph, entry.taken),
    actions.length > 0 ? `Actions: ${actions.join(', ')}` : '',
  ];
  return (
    <li>
      <button type="button" aria-pressed={isShown} onClick={() => onShow(!isShown)}>
        <time dateTime={new Date(entry.at).toISOString()}>{timeOfDay(entry.at)}</time>{' '}
        {since === null ? null : <small>+{duration(since)} </small>}
        <strong>{eventText(entry.event, graph)}</strong>{' '}
        {entry.payload.map(([field, kind]) => (
          <code key={field}>{`${field}: ${kind} `}</code>
        ))}
        {lines.filter(Boolean).map((line) => (
          <span key={line} className="sc-small">
            {line}
          </span>
        ))}
      </button>
    </li>
  );
}

/** A local time of day with milliseconds. */
function timeOfDay(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
