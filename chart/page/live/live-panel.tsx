import { useMemo, useState } from 'react';
import { duration } from '#chart/model/duration.ts';
import { Button } from '#src/ui/button.tsx';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { classNames } from '../drawing/drawing-parts.tsx';
import { CopyText } from '../exports/copy-text.tsx';
import { saveFile } from '../exports/save-file.ts';
import { messages } from '../messages.ts';
import styles from '../panels/panels.module.css';
import { filteredSteps, logJson, logSteps } from './log.ts';
import { LogEntry, timeOfDay } from './log-entry.tsx';
import { canWatchTabs, type LiveTab } from './use-live.ts';

interface LivePanelProps {
  readonly graph: MachineGraph;
  readonly tabs: readonly LiveTab[];
  readonly ownTab: string | null;
  /** Whether every tab had the time to report. */
  readonly hasSearched: boolean;
  readonly watched: LiveTab | null;
  /** `null` while the most recently active tab is watched. */
  readonly chosenTab: string | null;
  readonly onWatch: (tab: string | null) => void;
  /** The number of the step that the chart shows instead of the current state. */
  readonly moment: number | null;
  readonly onMoment: (seq: number | null) => void;
  /** Continues in the simulation from the shown moment; returns whether its history could be simulated. */
  readonly onContinue: () => Promise<boolean>;
}

const words = messages.live;

/** The watched tab: the state of its machine and its event log. */
export function LivePanel(props: LivePanelProps) {
  const { tabs, ownTab, hasSearched, watched, chosenTab, onWatch } = props;
  if (!canWatchTabs) return <p role="status">{words.noChannel}</p>;
  if (watched === null) return <p role="status">{hasSearched ? words.noTab : words.searching}</p>;
  return (
    <>
      <label className={styles.field}>
        {words.tabs}
        <select
          value={chosenTab ?? ''}
          onChange={({ target }) => onWatch(target.value === '' ? null : target.value)}
        >
          <option value="">{words.automatic(nameOf(watched, ownTab))}</option>
          {tabs.map((tab) => (
            <option key={tab.tab} value={tab.tab}>
              {nameOf(tab, ownTab)}
            </option>
          ))}
        </select>
      </label>
      {watched.fingerprint === props.graph.fingerprint ? null : (
        <p role="status">{words.otherVersion}</p>
      )}
      <p className={styles.state} data-testid="live-state">
        {words.state}: <code>{watched.state}</code>
        {watched.leftAt === null ? null : <span className={styles.small}> {words.away}</span>}
      </p>
      <Log key={watched.tab} {...props} watched={watched} />
    </>
  );
}

/** A tab by its route, its state and its age. */
function nameOf({ tab, route, state, openedAt, leftAt }: LiveTab, ownTab: string | null): string {
  const [leaf = ''] = state.split(' ');
  const age = words.age(duration(Date.now() - (leftAt ?? openedAt)), leftAt !== null);
  return [tab === ownTab ? words.thisTab : route, leaf, age].join(' · ');
}

function Log(props: LivePanelProps & { readonly watched: LiveTab }) {
  const { graph, watched, moment, onMoment } = props;
  const [query, setQuery] = useState('');
  const [onlyTaken, setOnlyTaken] = useState(false);
  const [from, setFrom] = useState(0);
  const steps = useMemo(() => logSteps(graph, watched.log), [graph, watched.log]);
  const listed = filteredSteps(steps, { query, onlyTaken, from });
  const json = () => logJson(watched, listed);
  return (
    <>
      <h3>{words.log}</h3>
      <p className={styles.small}>{words.redacted}</p>
      <label className={styles.field}>
        {words.search}
        <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={onlyTaken}
          onChange={({ target }) => setOnlyTaken(target.checked)}
        />
        {words.onlyTaken}
      </label>
      <div className={styles.buttons}>
        <CopyText label={words.copy} text={json} />
        <Button onClick={() => saveFile('statechart-log.json', 'application/json', json())}>
          {words.export}
        </Button>
        <Button onClick={() => setFrom((watched.log.at(-1)?.seq ?? -1) + 1)}>{words.clear}</Button>
      </div>
      <Moment {...props} />
      {listed.length === 0 ? <p>{steps.length === 0 ? words.emptyLog : words.noMatch}</p> : null}
      <ol className={styles.log} data-testid="live-log">
        {listed.toReversed().map((step) => (
          <LogEntry
            key={step.entry.seq}
            step={step}
            isShown={step.entry.seq === moment}
            onShow={() => onMoment(step.entry.seq === moment ? null : step.entry.seq)}
          />
        ))}
      </ol>
    </>
  );
}

/** The moment that the chart shows, and what can be done from there. */
function Moment({ watched, moment, onMoment, onContinue }: LivePanelProps) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const entry = watched?.log.find(({ seq }) => seq === moment);
  if (entry === undefined) return null;
  return (
    <div className={classNames(styles.moment, styles.sticky)} role="status">
      <p>{words.moment(timeOfDay(entry.at), entry.after)}</p>
      <div className={styles.buttons}>
        <Button onClick={() => onMoment(null)}>{words.backToLive}</Button>
        <Button onClick={async () => setFailedAt((await onContinue()) ? null : entry.seq)}>
          {words.continue}
        </Button>
      </div>
      {failedAt === entry.seq ? <p>{words.noHistory}</p> : null}
    </div>
  );
}
