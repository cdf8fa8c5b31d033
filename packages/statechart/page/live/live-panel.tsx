import { type FormEvent, useMemo, useState } from 'react';
import { eventLabel, type MachineGraph } from '../../explore/machine-graph.ts';
import { duration } from '../../explore/text.ts';
import { CopyButton, saveFile } from '../common/controls.tsx';
import { filteredSteps, type LogStep, logJson, logSteps } from './log.ts';
import type { LiveTab, useLive } from './use-live.ts';

/** The moment after a step of a tab. */
export interface Moment {
  readonly tab: string;
  readonly seq: number;
}

interface LivePanelProps {
  readonly graph: MachineGraph;
  readonly live: ReturnType<typeof useLive>;
  readonly watched: LiveTab | null;
  /** `null` while the most recently active tab is watched. */
  readonly chosen: string | null;
  readonly onWatch: (tab: string | null) => void;
  /** The step that the drawing shows instead of the current state. */
  readonly moment: Moment | null;
  readonly onMoment: (moment: Moment | null) => void;
  /** Continues in the simulation from the shown moment; returns whether its history could be simulated. */
  readonly onContinue: () => Promise<boolean>;
}

/** The watched tab: the state of its machine, and its log, beside that of another tab on demand. */
export function LivePanel(props: LivePanelProps) {
  const { graph, live, watched, chosen, onWatch } = props;
  const { tabs, ownTab, hasSearched } = live;
  const [beside, setBeside] = useState('');
  if (watched === null) {
    const text = 'No tab of this browser runs the machine. Open the app in another tab.';
    return <p role="status">{hasSearched ? text : 'Looking for tabs…'}</p>;
  }
  const others = tabs.filter(({ tab }) => tab !== watched.tab);
  const other = others.find(({ tab }) => tab === beside) ?? null;
  return (
    <>
      <label>
        Tab
        <select value={chosen ?? ''} onChange={({ target }) => onWatch(target.value || null)}>
          <option value="">Most recent: {nameOf(watched, ownTab)}</option>
          {tabs.map((tab) => (
            <option key={tab.tab} value={tab.tab}>
              {nameOf(tab, ownTab)}
            </option>
          ))}
        </select>
      </label>
      {others.length > 0 ? (
        <label>
          Beside it
          <select value={beside} onChange={({ target }) => setBeside(target.value)}>
            <option value="">No other tab</option>
            {others.map((tab) => (
              <option key={tab.tab} value={tab.tab}>
                {nameOf(tab, ownTab)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {watched.fingerprint === graph.fingerprint ? null : (
        <p role="status">This tab runs another version of the machine.</p>
      )}
      <p className="sc-state" data-testid="live-state">
        <code>{watched.state}</code>
        {watched.leftAt === null ? null : ' (the tab is closed or at another site)'}
      </p>
      {watched.timers.map(({ event, source, startedAt, delay }) => (
        <p key={`${event} ${source}`} className="sc-small">
          {`${eventLabel(event)} at ${timeOfDay(startedAt + delay).slice(0, 8)}, ${duration(delay)} after it started`}
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
      {watched.takesEvents ? <SendEvent {...props} tab={watched} /> : null}
      <Log key={watched.tab} {...props} watched={watched} other={other} />
    </>
  );
}

/** A tab by its route, its state and its age. */
function nameOf({ tab, route, state, openedAt, leftAt }: LiveTab, ownTab: string | null): string {
  const [leaf = ''] = state.split(' ');
  const since = duration(Date.now() - (leftAt ?? openedAt));
  const age = leftAt === null ? `opened ${since} ago` : `left ${since} ago`;
  return [tab === ownTab ? 'This tab' : route, leaf, age].join(' · ');
}

/** In development: sends an event to the watched tab. */
function SendEvent({ graph, live, tab }: LivePanelProps & { readonly tab: LiveTab }) {
  const [problem, setProblem] = useState('');
  const events = new Set(
    graph.transitions.flatMap(({ kind, event }) => (kind === 'event' ? event : [])),
  );
  const send = (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    const data = new FormData(form.currentTarget);
    try {
      const fields: unknown = JSON.parse(String(data.get('fields')) || '{}');
      live.send(tab.tab, { ...Object(fields), type: String(data.get('type')) });
      setProblem('');
    } catch {
      setProblem('The fields are no JSON.');
    }
  };
  return (
    <details>
      <summary>Send an event</summary>
      <form onSubmit={send}>
        <label>
          Event
          <select name="type">
            {[...events].map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        <label>
          Its fields, as JSON
          <input name="fields" placeholder="{}" />
        </label>
        <button type="submit">Send</button>
        <p role="status">{problem}</p>
      </form>
    </details>
  );
}

interface LogProps extends LivePanelProps {
  readonly watched: LiveTab;
  readonly other: LiveTab | null;
}

function Log(props: LogProps) {
  const { graph, watched, other, moment, onMoment } = props;
  const [query, setQuery] = useState('');
  const own = useMemo(() => logSteps(graph, watched.log), [graph, watched.log]);
  const beside = useMemo(() => logSteps(graph, other?.log ?? []), [graph, other]);
  const listed = filteredSteps(own, query);
  const lanes = [
    ...listed.map((step) => ({ step, tab: watched })),
    ...(other === null ? [] : filteredSteps(beside, query).map((step) => ({ step, tab: other }))),
  ].sort((a, b) => b.step.entry.at - a.step.entry.at);
  const json = () => logJson(watched, listed);
  return (
    <>
      <h2>Event log</h2>
      <label>
        Search the log
        <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      <div className="sc-buttons">
        <CopyButton label="Copy" text={json} />
        <button
          type="button"
          onClick={() => saveFile('statechart-log.json', 'application/json', json())}
        >
          Save as JSON
        </button>
      </div>
      <ShownMoment {...props} />
      {lanes.length === 0 ? <p>No event matches.</p> : null}
      <ol className="sc-log" data-testid="live-log">
        {folded(lanes).map((group) => {
          const entries = group.map(({ step, tab }) => (
            <LogEntry
              key={`${tab.tab} ${step.entry.seq}`}
              step={step}
              lane={other === null ? null : tab === watched ? 'A' : 'B'}
              isShown={moment?.tab === tab.tab && moment.seq === step.entry.seq}
              onShow={(isShown) => onMoment(isShown ? { tab: tab.tab, seq: step.entry.seq } : null)}
            />
          ));
          const [last] = group.slice(-1);
          if (!group.every(isNoise)) return entries;
          const events = new Set(group.map(({ step }) => eventLabel(step.entry.event)));
          return (
            <li key={`from ${last?.tab.tab} ${last?.step.entry.seq}`}>
              <details>
                <summary>{`${[...events].join(', ')} (${group.length})`}</summary>
                <ol>{entries}</ol>
              </details>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Whether a step took no transition and left no state. */
function isNoise({ step: { entry } }: { readonly step: LogStep }): boolean {
  return entry.taken.length === 0 && entry.before === entry.after;
}

/** The steps of a log; noise that follows on noise is together. */
function folded<Lane extends { step: LogStep }>(lanes: readonly Lane[]): readonly Lane[][] {
  const groups: Lane[][] = [];
  for (const lane of lanes) {
    const [first] = groups.at(-1) ?? [];
    if (first !== undefined && isNoise(first) && isNoise(lane)) groups.at(-1)?.push(lane);
    else groups.push([lane]);
  }
  return groups;
}

/** The moment that the drawing shows, and what can be done from there. */
function ShownMoment({ watched, moment, onMoment, onContinue }: LogProps) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const entry = watched.log.find(({ seq }) => moment?.tab === watched.tab && seq === moment.seq);
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

interface LogEntryProps {
  readonly step: LogStep;
  /** Which of two tabs it is of; `null` for the only one. */
  readonly lane: 'A' | 'B' | null;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

function LogEntry({ step, lane, isShown, onShow }: LogEntryProps) {
  const { entry, since, left, entered, guards, actions } = step;
  const hasMoved = left.length + entered.length > 0;
  const lines = [
    hasMoved ? `${left.join(' ') || '·'} → ${entered.join(' ')}` : '',
    entry.taken.length === 0 && !hasMoved ? 'changed nothing' : '',
    guards.map(({ guard, passed }) => `${guard}: ${passed ? 'yes' : 'no'}`).join('  '),
    actions.length > 0 ? `Actions: ${actions.join(', ')}` : '',
    (entry.started ?? []).length > 0 ? `Started: ${entry.started?.join(', ')}` : '',
    ...(entry.context ?? []).map(([name, value]) => `${name} = ${value}`),
  ];
  return (
    <li className={lane === 'B' ? 'sc-beside' : ''}>
      <button type="button" aria-pressed={isShown} onClick={() => onShow(!isShown)}>
        {lane === null ? null : <span className="sc-lane">{lane}</span>}{' '}
        <time dateTime={new Date(entry.at).toISOString()}>{timeOfDay(entry.at)}</time>{' '}
        {since === null ? null : <small>+{duration(since)} </small>}
        <strong>{eventLabel(entry.event)}</strong>{' '}
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
