import { useEffect, useMemo, useState } from 'react';
import { Canvas } from './canvas.tsx';
import type { ChartData, ChartGraph } from './chart.types.ts';
import styles from './chart-view.module.css';
import { CoveragePanel, fits } from './coverage-panel.tsx';
import { Exports } from './exports-menu.tsx';
import { activeStates, type Highlights, NO_HIGHLIGHTS } from './highlights.ts';
import { LivePanel } from './live-panel.tsx';
import { messages } from './messages.ts';
import { SimulatePanel } from './simulate-panel.tsx';
import type { Moment } from './simulation.ts';
import { StatePanel } from './state-panel.tsx';
import { TableView } from './table-view.tsx';
import { useDirection } from './use-direction.ts';
import { useHash } from './use-hash.ts';
import { useLive } from './use-live.ts';
import { useSimulation } from './use-simulation.ts';

interface ChartViewProps {
  readonly graph: ChartGraph;
  readonly data: ChartData;
}

type Mode = keyof typeof messages.modes;

const MODES: readonly Mode[] = ['live', 'simulate', 'coverage', 'table'];

/** The chart with its four ways of looking at the machine. */
export function ChartView({ graph, data }: ChartViewProps) {
  const { params, set } = useHash();
  const mode = MODES.find((one) => one === params.get('mode')) ?? 'live';
  const selected = params.get('state');
  const { tabs, own } = useLive();
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const control = useSimulation(data, params.get('run'));
  const [preview, setPreview] = useState<Moment | null>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [direction, setDirection] = useDirection();
  const watched =
    tabs.find(({ tab }) => tab === chosenTab) ??
    tabs.find(({ tab }) => tab === own) ??
    tabs[0] ??
    null;
  const coverage = fits(data.coverage, graph) ? data.coverage : null;
  const highlights = useHighlights({ mode, selected, watched, control, preview, coverage });
  const focus = useFocus(
    selected,
    mode === 'simulate' && control.at > 0 ? control.moment.path : null,
  );

  const select = (state: string) => set({ state });
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  const { layouts } = data;
  const panels = {
    live: () => (
      <LivePanel graph={graph} tabs={tabs} own={own} watched={watched} onWatch={setChosenTab} />
    ),
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
        <Exports graph={graph} layout={layouts?.[direction] ?? null} collapsed={collapsed} />
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
            onSelect={select}
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

interface StateFinderProps {
  readonly graph: ChartGraph;
  readonly selected: string | null;
  readonly onSelect: (state: string) => void;
}

function StateFinder({ graph, selected, onSelect }: StateFinderProps) {
  const isKnown = graph.states.some(({ id }) => id === selected);
  return (
    <label className={styles.finder}>
      {messages.states.find}
      <select
        value={isKnown && selected !== null ? selected : ''}
        onChange={({ target }) => target.value && onSelect(target.value)}
      >
        <option value="">{messages.states.none}</option>
        {graph.states.map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
      </select>
    </label>
  );
}

interface Marked {
  readonly mode: Mode;
  readonly selected: string | null;
  readonly watched: ReturnType<typeof useLive>['tabs'][number] | null;
  readonly control: ReturnType<typeof useSimulation>;
  readonly preview: Moment | null;
  readonly coverage: ChartData['coverage'];
}

/** What is marked depends on the way of looking; the drawing is the same. */
function useHighlights(marked: Marked): Highlights {
  const { mode, selected, watched, control, preview, coverage } = marked;
  const { moment, at } = control;
  return useMemo(() => {
    const base = { ...NO_HIGHLIGHTS, selected };
    if (mode === 'coverage') return { ...base, hits: coverage?.hits ?? null };
    if (mode === 'simulate') {
      return {
        ...base,
        active: activeStates(moment.path),
        flash: { ids: new Set(at > 0 ? moment.taken : []), turn: at },
        preview: {
          ids: new Set(preview?.taken ?? []),
          states: activeStates(preview?.path ?? ''),
        },
      };
    }
    const last = watched?.log.findLast(({ taken }) => taken.length > 0);
    return {
      ...base,
      active: activeStates(watched?.path ?? ''),
      flash: { ids: new Set(last?.taken), turn: last?.seq ?? 0 },
      timers: watched?.timers ?? [],
    };
  }, [mode, selected, watched, moment, at, preview, coverage]);
}

/** What to bring into view: what was chosen, or where a simulation has come to; at first, everything. */
function useFocus(selected: string | null, path: string | null) {
  const state = selected ?? path?.split(' ')[0] ?? null;
  const [focus, setFocus] = useState({ state, turn: 0 });
  useEffect(() => {
    if (state !== null) setFocus(({ turn }) => ({ state, turn: turn + 1 }));
  }, [state]);
  return focus;
}
