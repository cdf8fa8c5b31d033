import { useCallback, useState } from 'react';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import type { ChartData, Direction } from '../model/chart.types.ts';
import type { Moment } from '../model/simulation.ts';
import { Canvas } from './canvas/canvas.tsx';
import styles from './chart-view.module.css';
import { type Mode, useHighlights } from './drawing/use-highlights.ts';
import { Exports } from './exports/exports-menu.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { useLive } from './live/use-live.ts';
import { messages } from './messages.ts';
import { CoveragePanel, isForMachine } from './panels/coverage-panel.tsx';
import { StateFinder } from './panels/state-finder.tsx';
import { StatePanel } from './panels/state-panel.tsx';
import { TableView } from './panels/table-view.tsx';
import { SimulatePanel } from './simulate/simulate-panel.tsx';
import { useSimulation } from './simulate/use-simulation.ts';
import { useFocus } from './use-focus.ts';
import { useHash } from './use-hash.ts';
import { useRemembered } from './use-remembered.ts';

interface ChartViewProps {
  readonly graph: ChartGraph;
  readonly data: ChartData;
}

const MODES: readonly Mode[] = ['live', 'simulate', 'coverage', 'table'];
const DIRECTIONS: readonly Direction[] = ['right', 'down'];
const FOLLOWS = ['on', 'off'] as const;

/** The chart with its four ways of looking at the machine. */
export function ChartView({ graph, data }: ChartViewProps) {
  const { params, set } = useHash();
  const mode = MODES.find((one) => one === params.get('mode')) ?? 'live';
  const selected = params.get('state');
  const { tabs, own, isAsked } = useLive();
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const control = useSimulation(data, params.get('run'));
  const [preview, setPreview] = useState<Moment | null>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [direction, setDirection] = useRemembered('chart_direction', DIRECTIONS, fittingDirection);
  const [follow, setFollow] = useRemembered('chart_follow', FOLLOWS, () => 'on');
  const watched =
    tabs.find(({ tab }) => tab === chosenTab) ??
    tabs.find(({ tab }) => tab === own) ??
    tabs[0] ??
    null;
  const coverage = isForMachine(data.coverage, graph) ? data.coverage : null;
  const highlights = useHighlights({ graph, mode, selected, watched, control, preview, coverage });
  const { focus, pressed } = useFocus(selected);

  const select = useCallback((state: string) => set({ state }), [set]);
  const press = useCallback(
    (state: string) => {
      pressed(state);
      set({ state });
    },
    [set, pressed],
  );
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  const { layouts } = data;
  const panels = {
    live: () => <LivePanel {...{ graph, tabs, own, isAsked, watched }} onWatch={setChosenTab} />,
    simulate: () => (
      <SimulatePanel graph={graph} data={data} control={control} onPreview={setPreview} />
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
          {MODES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === mode}
              onClick={() => set({ mode: one })}
            >
              {messages.modes[one]}
            </button>
          ))}
        </nav>
        <StateFinder graph={graph} selected={selected} onSelect={select} />
        <Exports
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
            focus={focus}
            isFollowing={mode === 'coverage' ? null : follow === 'on'}
            onFollow={(isFollowing) => setFollow(isFollowing ? 'on' : 'off')}
            onSelect={press}
          />
        )}
        <aside className={styles.side} aria-label={messages.modes[mode]}>
          {selected === null ? null : (
            <StatePanel
              graph={graph}
              id={selected}
              ways={data.ways}
              isClosed={collapsed.has(selected)}
              onToggle={() => toggle(selected)}
              onSelect={select}
              onFollow={(way) => {
                set({ mode: 'simulate', state: null });
                control.follow(way);
              }}
              onDone={() => set({ state: null })}
            />
          )}
          {panels[mode]()}
        </aside>
      </div>
    </main>
  );
}

/** A window that is higher than wide has the chart flow down, until one says otherwise. */
function fittingDirection(): Direction {
  return window.innerWidth < window.innerHeight * 0.8 ? 'down' : 'right';
}
