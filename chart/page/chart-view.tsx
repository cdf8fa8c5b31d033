import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import type { SimulationState, Stepper } from '#statechart/explore/stepper.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';
import type { ChartData, Details } from '../model/chart.types.ts';
import { NO_DETAILS } from '../model/packed-chart.ts';
import { Canvas } from './canvas/canvas.tsx';
import styles from './chart-view.module.css';
import { classNames } from './drawing/drawing-parts.tsx';
import { type ChartMode, useHighlights } from './drawing/use-highlights.ts';
import { ExportsMenu } from './exports/exports-menu.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { atMoment, type Moment } from './live/moment.ts';
import { useLive, watchedTab } from './live/use-live.ts';
import { messages } from './messages.ts';
import { CoveragePanel, isForMachine } from './panels/coverage-panel.tsx';
import type { Found } from './panels/panels.tsx';
import { SearchField } from './panels/search-field.tsx';
import { TableView } from './panels/table-view.tsx';
import { encodeSequence } from './simulate/encode-sequence.ts';
import { useSimulation } from './simulate/use-simulation.ts';
import type { MachineUpdate } from './updates/machine-update.ts';
import { UpdateNotice } from './updates/update-notice.tsx';
import { useHashParameters } from './use-hash-parameters.ts';
import { useLate } from './use-late.ts';
import { useRememberedChoice } from './use-remembered-choice.ts';
import { useStateToShow } from './use-state-to-show.ts';

interface ChartViewProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly loadStepper: () => Promise<Stepper>;
  readonly loadDetails: () => Promise<Details>;
  /** A change of the machine since the page was loaded, in development. */
  readonly update?: (MachineUpdate & { readonly dismiss: () => void }) | null;
}

const NO_IDS: readonly string[] = [];

const MODES: readonly ChartMode[] = ['live', 'simulate', 'table'];
const FOLLOW_CHOICES = ['on', 'off'] as const;

/** The chart page with its modes. */
export function ChartView(props: ChartViewProps) {
  const { graph, data, loadStepper, loadDetails, update = null } = props;
  const { params, set, open } = useHashParameters();
  const mode = MODES.find((candidate) => candidate === params.get('mode')) ?? 'live';
  const selected = params.get('state');
  const about = params.get('about');
  const isCovered = params.get('coverage') === 'on';
  const { tabs, ownTab, hasSearched } = useLive();
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const [moment, setMoment] = useState<Moment | null>(null);
  const lateSimulator = useLate(
    mode === 'simulate',
    useCallback(() => loadSimulator(loadStepper, loadDetails), [loadStepper, loadDetails]),
  );
  const { simulation, playSequence, openSequence } = useSimulation(
    lateSimulator.value?.stepper ?? null,
    data.fingerprint,
    params.get('run'),
    // In the address, so that a reload keeps the walk.
    (sequence) => set({ run: encodeSequence(sequence, data.fingerprint) }),
  );
  const [preview, setPreview] = useState<SimulationState | null>(null);
  const [follow, setFollow] = useRememberedChoice('chart_follow', FOLLOW_CHOICES, () => 'on');
  const watched = watchedTab(tabs, ownTab, moment?.tab ?? chosenTab);
  const entry = watched?.log.find(({ seq }) => watched.tab === moment?.tab && seq === moment.seq);
  const shown = useMemo(
    () => (watched && entry ? atMoment(watched, entry) : watched),
    [watched, entry],
  );
  const coverage = isForMachine(data.coverage, graph) ? data.coverage : null;
  const [isSearching, setSearching] = useState(false);
  const latePanels = useLate(
    selected !== null || about !== null || isSearching,
    useCallback(() => loadPanels(loadDetails), [loadDetails]),
  );
  const panels = latePanels.value;
  const details = (panels ?? lateSimulator.value)?.details ?? NO_DETAILS;
  const hasFailed = latePanels.hasFailed || lateSimulator.hasFailed;
  const detailed = useMemo(() => ({ ...data, details }), [data, details]);
  const search = useMemo(() => panels?.createSearch(graph, detailed), [panels, graph, detailed]);
  const marked = useMemo(
    () => (about === null ? null : panels?.markedBy(graph, detailed, about)) ?? NO_IDS,
    [panels, graph, detailed, about],
  );
  const highlights = useHighlights({
    graph,
    mode,
    selected,
    marked,
    watched: shown,
    simulation,
    preview,
    hits: isCovered ? (coverage?.hits ?? null) : null,
    marks: update?.marks ?? null,
  });
  // Changes with each choice that is answered by a panel; 0 for a click on the drawing, which keeps the focus.
  const [focus, setFocus] = useState(0);
  // Transitions can be anywhere.
  const { stateToShow, markAsShown } = useStateToShow(selected ?? (about && ROOT));

  const selectInDrawing = useCallback(
    (state: string) => {
      markAsShown(state);
      setFocus(0);
      open({ state, about: null });
    },
    [open, markAsShown],
  );
  const select = (state: string) => {
    setFocus((request) => request + 1);
    open({ state, about: null });
  };
  const showAbout = (part: string) => {
    setFocus((request) => request + 1);
    open({ about: part, state: null });
  };
  const choose = ({ kind, name }: Found) =>
    kind === 'state' ? select(name) : showAbout(`${kind} ${name}`);
  const deselect = () => {
    setFocus(0);
    open({ state: null, about: null });
  };
  const play = (path: StepSequence) => {
    open({ mode: 'simulate', state: null, about: null });
    playSequence(path);
  };
  const continueInSimulate = async () => {
    const log = watched?.log.slice(0, entry ? watched.log.indexOf(entry) + 1 : 0) ?? [];
    const simulator = await lateSimulator.load().catch(() => null);
    // `hasFailed` is shown instead.
    if (simulator === null) return true;
    const sequence = simulator.sequenceOfLog(simulator.stepper, simulator.details, log);
    if (sequence === null) return false;
    open({ mode: 'simulate', state: null });
    openSequence(sequence);
    return true;
  };
  const { layouts } = data;
  const side = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = side;
    if (current === null || mode !== 'simulate') return;
    // In a narrow window, the page scrolls.
    current.scrollTop = 0;
    if (current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }, [mode]);
  const modePanels = {
    live: () => (
      <LivePanel
        {...{ graph, tabs, ownTab, hasSearched, watched, chosenTab }}
        onWatch={(tab) => {
          setMoment(null);
          setChosenTab(tab);
        }}
        moment={entry?.seq ?? null}
        onMoment={(seq) =>
          setMoment(watched === null || seq === null ? null : { tab: watched.tab, seq })
        }
        onContinue={continueInSimulate}
      />
    ),
    simulate: () =>
      lateSimulator.value === null || simulation === null ? (
        <p role="status">{hasFailed ? '' : messages.simulate.loading}</p>
      ) : (
        <lateSimulator.value.SimulatePanel
          graph={graph}
          data={detailed}
          simulation={simulation}
          onPreview={setPreview}
        />
      ),
    table: () => null,
  };
  return (
    <main className={styles.page}>
      <title>{messages.tabTitle}</title>
      <header className={styles.header}>
        <h1>{messages.title}</h1>
        <p>
          {messages.lead} <a href="/">{messages.home}</a>
        </p>
        <nav className={styles.modes} aria-label={messages.modesLabel}>
          {MODES.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === mode}
              onClick={() => open({ mode: choice })}
            >
              {messages.modes[choice]}
            </button>
          ))}
        </nav>
        <SearchField search={search ?? null} onFocus={() => setSearching(true)} onChoose={choose} />
        <ExportsMenu graph={graph} />
      </header>
      {layouts === null ? <p role="status">{messages.noLayout}</p> : null}
      <div className={classNames(styles.body, update?.isPending && styles.outdated)}>
        {mode === 'table' || layouts === null ? (
          <TableView
            graph={graph}
            hits={coverage?.hits ?? null}
            active={highlights.active}
            marked={highlights.marked}
          />
        ) : (
          <Canvas
            graph={graph}
            layouts={layouts}
            mainPath={data.mainPath}
            returns={data.returns}
            mapNotes={data.mapNotes}
            highlights={highlights}
            stateToShow={stateToShow}
            isFollowing={follow === 'on'}
            onFollow={(isFollowing) => setFollow(isFollowing ? 'on' : 'off')}
            isCovered={isCovered}
            onCover={(isOn) => set({ coverage: isOn ? 'on' : null })}
            onSelect={selectInDrawing}
          />
        )}
        <aside ref={side} className={styles.side} aria-label={messages.modes[mode]}>
          {import.meta.env.DEV && update ? (
            <UpdateNotice update={update} onDismiss={update.dismiss} />
          ) : null}
          {hasFailed ? <p role="status">{messages.search.failed}</p> : null}
          {panels === null ? null : (
            <panels.Panels
              {...{ graph, selected, about, focus }}
              data={detailed}
              onSelect={select}
              onAbout={showAbout}
              onPlay={play}
              onDeselect={deselect}
            />
          )}
          {isCovered ? (
            <CoveragePanel graph={graph} coverage={data.coverage} onSelect={select} />
          ) : null}
          {modePanels[mode]()}
        </aside>
      </div>
    </main>
  );
}

/** What is loaded when a person first selects or searches something. */
async function loadPanels(loadDetails: ChartViewProps['loadDetails']) {
  const [{ Panels, createSearch, markedBy }, details] = await Promise.all([
    import('./panels/panels.tsx'),
    loadDetails(),
  ]);
  return { Panels, createSearch, markedBy, details };
}

/** What is loaded when a person first simulates: the payload cases and the machine itself, too. */
async function loadSimulator(
  loadStepper: ChartViewProps['loadStepper'],
  loadDetails: ChartViewProps['loadDetails'],
) {
  const [{ SimulatePanel }, { sequenceOfLog }, stepper, details] = await Promise.all([
    import('./simulate/simulate-panel.tsx'),
    import('./live/sequence-of-log.ts'),
    loadStepper(),
    loadDetails(),
  ]);
  return { SimulatePanel, sequenceOfLog, stepper, details };
}
