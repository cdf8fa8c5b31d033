import { useCallback, useState } from 'react';
import type { MachineGraph } from '#machines/explore/machine-graph.ts';
import type { SimulationState, Stepper } from '#machines/explore/stepper.ts';
import type { ChartData, LayoutDirection } from '../model/chart.types.ts';
import { Canvas } from './canvas/canvas.tsx';
import styles from './chart-view.module.css';
import { type ChartMode, useHighlights } from './drawing/use-highlights.ts';
import { ExportsMenu } from './exports/exports-menu.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { useLive } from './live/use-live.ts';
import { messages } from './messages.ts';
import { CoveragePanel, isForMachine } from './panels/coverage-panel.tsx';
import { StateFinder } from './panels/state-finder.tsx';
import { StatePanel } from './panels/state-panel.tsx';
import { TableView } from './panels/table-view.tsx';
import { SimulatePanel } from './simulate/simulate-panel.tsx';
import { useSimulation } from './simulate/use-simulation.ts';
import { useHashParameters } from './use-hash-parameters.ts';
import { useRememberedChoice } from './use-remembered-choice.ts';
import { useStateToShow } from './use-state-to-show.ts';

interface ChartViewProps {
  readonly graph: MachineGraph;
  readonly data: ChartData;
  readonly createStepper: () => Stepper;
}

const MODES: readonly ChartMode[] = ['live', 'simulate', 'coverage', 'table'];
const DIRECTIONS: readonly LayoutDirection[] = ['right', 'down'];
const FOLLOW_CHOICES = ['on', 'off'] as const;

/** The chart page with its four modes. */
export function ChartView({ graph, data, createStepper }: ChartViewProps) {
  const { params, set } = useHashParameters();
  const mode = MODES.find((candidate) => candidate === params.get('mode')) ?? 'live';
  const selected = params.get('state');
  const { tabs, ownTab, hasSearched } = useLive();
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const simulation = useSimulation(createStepper, data.fingerprint, params.get('run'));
  const [preview, setPreview] = useState<SimulationState | null>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [direction, setDirection] = useRememberedChoice(
    'chart_direction',
    DIRECTIONS,
    defaultDirection,
  );
  const [follow, setFollow] = useRememberedChoice('chart_follow', FOLLOW_CHOICES, () => 'on');
  const watched =
    tabs.find(({ tab }) => tab === chosenTab) ??
    tabs.find(({ tab }) => tab === ownTab) ??
    tabs[0] ??
    null;
  const coverage = isForMachine(data.coverage, graph) ? data.coverage : null;
  const highlights = useHighlights({
    graph,
    mode,
    selected,
    watched,
    simulation,
    preview,
    coverage,
  });
  const { stateToShow, markAsShown } = useStateToShow(selected);

  const select = useCallback((state: string) => set({ state }), [set]);
  const selectInDrawing = useCallback(
    (state: string) => {
      markAsShown(state);
      set({ state });
    },
    [set, markAsShown],
  );
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  const { layouts } = data;
  const panels = {
    live: () => (
      <LivePanel {...{ graph, tabs, ownTab, hasSearched, watched }} onWatch={setChosenTab} />
    ),
    simulate: () => (
      <SimulatePanel graph={graph} data={data} simulation={simulation} onPreview={setPreview} />
    ),
    coverage: () => <CoveragePanel graph={graph} coverage={data.coverage} onSelect={select} />,
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
              onClick={() => set({ mode: choice })}
            >
              {messages.modes[choice]}
            </button>
          ))}
        </nav>
        <StateFinder graph={graph} selected={selected} onSelect={select} />
        <ExportsMenu
          graph={graph}
          layout={layouts?.[direction].details ?? null}
          collapsed={collapsed}
        />
      </header>
      {layouts === null ? <p role="status">{messages.noLayout}</p> : null}
      <div className={styles.body}>
        {mode === 'table' || layouts === null ? (
          <TableView graph={graph} hits={coverage?.hits ?? null} active={highlights.active} />
        ) : (
          <Canvas
            graph={graph}
            layouts={layouts}
            direction={direction}
            onDirection={setDirection}
            collapsed={collapsed}
            onCollapse={setCollapsed}
            highlights={highlights}
            stateToShow={stateToShow}
            isFollowing={mode === 'coverage' ? null : follow === 'on'}
            onFollow={(isFollowing) => setFollow(isFollowing ? 'on' : 'off')}
            onSelect={selectInDrawing}
          />
        )}
        <aside className={styles.side} aria-label={messages.modes[mode]}>
          {selected === null ? null : (
            <StatePanel
              graph={graph}
              id={selected}
              shortestPaths={data.shortestPaths}
              isCollapsed={collapsed.has(selected)}
              onToggle={() => toggle(selected)}
              onSelect={select}
              onPlay={(path) => {
                set({ mode: 'simulate', state: null });
                simulation.playSequence(path);
              }}
              onDeselect={() => set({ state: null })}
            />
          )}
          {panels[mode]()}
        </aside>
      </div>
    </main>
  );
}

/** The direction that fits the window, until the user chooses one. */
function defaultDirection(): LayoutDirection {
  return window.innerWidth < window.innerHeight * 0.8 ? 'down' : 'right';
}
