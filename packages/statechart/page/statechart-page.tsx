import './statechart.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Chart } from '../chart.types.ts';
import type { SimulationState, Stepper } from '../explore/stepper.ts';
import type { StepSequence } from '../explore/steps.ts';
import { errorText } from '../explore/values.ts';
import type { FeedConfig } from '../feed/publish-feed.ts';
import { encodeSequence } from '../walks/encode-sequence.ts';
import { PanelBoundary } from './common/panel-boundary.tsx';
import { kindAndNameOf, partsOf } from './common/parts.ts';
import { useHash } from './common/use-hash.ts';
import { Canvas } from './drawing/canvas.tsx';
import { activeStates, type Highlights, isIn, transitionsAround } from './drawing/highlights.ts';
import { Inspector } from './inspector.tsx';
import { LivePanel, type Moment } from './live/live-panel.tsx';
import { useTabs, watchedTab } from './live/use-tabs.ts';
import { Search } from './search.tsx';
import type { SimulatePanel } from './simulate/simulate-panel.tsx';
import { useSimulation } from './simulate/use-simulation.ts';

export interface StatechartPageProps {
  readonly chart: Chart;
  /** How the tabs of the app publish their machine; without it, the page has no Live. */
  readonly live?: Pick<FeedConfig, 'channelName'>;
  /** A link in the header. */
  readonly home?: { readonly href: string; readonly text: string };
}

const LEVELS = ['map', 'details'] as const;
const MODES = ['live', 'simulate', 'inspect'] as const;

type Mode = (typeof MODES)[number];

/** The drawing of a machine, and a panel that shows it live, simulates it or inspects a part of it. */
export function StatechartPage({ chart, live: feed, home }: StatechartPageProps) {
  const { data, loadStepper } = chart;
  const { graph, layouts, main } = data;
  const { params, set, open } = useHash();
  const modes = MODES.filter((each) => each !== 'live' || feed !== undefined);
  const selected = params.get('state');
  const part = params.get('part');
  const isInspecting = selected !== null || part !== null;
  const mode: Mode = isInspecting
    ? 'inspect'
    : (find(modes, params.get('mode')) ?? modes[0] ?? 'inspect');
  const level = find(LEVELS, params.get('level')) ?? 'map';

  const [problem, setProblem] = useState('');
  const [unreachable, setUnreachable] = useState<string | null>(null);
  const [stepper, setStepper] = useState<Stepper | null>(null);
  const [Simulating, setSimulating] = useState<typeof SimulatePanel | null>(null);
  const [moment, setMoment] = useState<Moment | null>(null);
  /** Whether the simulation or the live state is shown in the drawing while a part is inspected. */
  const [lastMode, setLastMode] = useState<Mode>(mode);
  if (mode !== 'inspect' && mode !== lastMode) setLastMode(mode);

  const fail = useCallback((what: string, error: unknown) => {
    const [, module] = /^Module "(.+?)" has been externalized/.exec(errorText(error)) ?? [];
    const why = module ? `the machine imports "${module}" of Node.` : errorText(error);
    setUnreachable(null);
    setProblem(`${what} could not be loaded: ${why}`);
  }, []);
  const needStepper = useCallback(async () => {
    // Nobody waits for the panel before the chart is drawn.
    const panel = import('./simulate/simulate-panel.tsx');
    const loaded = stepper ?? (await loadStepper());
    const { SimulatePanel: Panel } = await panel;
    setStepper(() => loaded);
    setSimulating(() => Panel);
    return loaded;
  }, [stepper, loadStepper]);
  useEffect(() => {
    if (lastMode === 'simulate') needStepper().catch((error) => fail('The simulation', error));
  }, [lastMode, needStepper, fail]);
  const simulation = useSimulation(
    stepper,
    graph.fingerprint,
    params.get('run'),
    // In the address, so that a reload keeps the walk.
    (sequence) => set({ run: encodeSequence({ ...sequence, machine: graph.fingerprint }) }),
  );
  const live = useTabs(feed?.channelName ?? null);
  const watched = watchedTab(live.tabs, live.ownTab, moment?.tab ?? null);
  const shownEntry = watched?.log.find(({ seq }) => seq === moment?.seq);
  const simulated = lastMode === 'simulate' ? (simulation?.state ?? null) : null;

  const last = shownEntry ?? watched?.log.findLast(({ taken }) => taken.length > 0);
  const path = simulated?.path ?? shownEntry?.after ?? watched?.state ?? '';
  const taken = (simulated ? simulated.taken : (last?.taken ?? [])).join('\n');
  const highlights = useMemo((): Highlights => {
    const { incoming, outgoing } = transitionsAround(graph, selected);
    const ids = (list: Iterable<{ readonly id: string }>) => new Set([...list].map(({ id }) => id));
    return {
      active: activeStates(path),
      taken: new Set(taken.split('\n')),
      selected,
      incoming: ids(incoming),
      outgoing: ids(outgoing),
      marked: ids(partsOf(graph).get(part ?? '')?.transitions ?? []),
    };
  }, [graph, selected, part, path, taken]);

  const select = useCallback((state: string | null) => open({ state, part: null }), [open]);
  const showPart = (part: string) => {
    const [kind, name] = kindAndNameOf(part);
    if (kind === 'state') select(name);
    else open({ part, state: null });
  };
  const showMode = (next: Mode) => open({ mode: next, state: null, part: null });
  const goAlong = (source: string, target: string) => select(selected === source ? target : source);
  const simulate = (found: StepSequence) => {
    showMode('simulate');
    if (simulation === null) set({ run: encodeSequence({ ...found, machine: graph.fingerprint }) });
    else simulation.open(found);
  };
  const reach = async (id: string) => {
    setUnreachable(null);
    const isThere = ({ path }: SimulationState) => path.split(' ').some((leaf) => isIn(leaf, id));
    const { shortestPathTo } = await import('../walks/shortest-paths.ts');
    const found = shortestPathTo(await needStepper(), isThere);
    if (found === null) setUnreachable(id);
    else simulate(found);
  };
  const continueInSimulate = async () => {
    const log = watched?.log.slice(0, shownEntry ? watched.log.indexOf(shownEntry) + 1 : 0) ?? [];
    // First: once the stepper is loaded, the simulation starts by itself.
    const [{ parseReport }, { findSequence }] = await Promise.all([
      import('../walks/report.ts'),
      import('../walks/find-sequence.ts'),
    ]);
    const steps = parseReport(JSON.stringify(log))?.steps ?? [];
    const found = findSequence(await needStepper(), steps);
    if (found !== null) simulate(found);
    return found !== null;
  };

  return (
    // Its names are those of the code, which a translation would change.
    <main className="sc-page" translate="no">
      <header className="sc-header">
        <h1>
          Statechart <code>{graph.states[0]?.name}</code>
        </h1>
        {home ? <a href={home.href}>{home.text}</a> : null}
        <Search graph={graph} onChoose={showPart} />
        <Choice
          label="Level"
          choices={LEVELS}
          chosen={level}
          onChoose={(next) => open({ level: next })}
        />
      </header>
      <Canvas
        graph={graph}
        level={level}
        main={main}
        highlights={highlights}
        layout={layouts[level]}
        shown={selected ?? (path.split(' ')[0] || null)}
        onSelect={select}
        onEdge={goAlong}
      />
      <aside className="sc-side" aria-label={mode}>
        <Choice label="Panel" choices={modes} chosen={mode} onChoose={showMode} />
        <p role="status" className="sc-problem">
          {selected !== null && selected === unreachable
            ? 'No walk to this state was found.'
            : problem}
        </p>
        <PanelBoundary key={mode}>
          {mode === 'inspect' ? (
            <Inspector
              data={data}
              selected={selected}
              part={part}
              onPart={showPart}
              onReach={(id) => reach(id).catch((error) => fail('The simulation', error))}
            />
          ) : null}
          {mode === 'live' ? (
            <LivePanel
              graph={graph}
              live={live}
              watched={watched}
              moment={moment}
              onMoment={setMoment}
              onContinue={continueInSimulate}
            />
          ) : null}
          {mode === 'simulate' && simulation !== null && Simulating !== null ? (
            <Simulating data={data} simulation={simulation} />
          ) : null}
          {mode === 'simulate' && simulation === null && problem === '' ? (
            <p>Loading the simulation…</p>
          ) : null}
        </PanelBoundary>
      </aside>
    </main>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly choices: readonly Name[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ label, choices, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset className="sc-choice">
      <legend>{label}</legend>
      {choices.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function find<Name extends string>(names: readonly Name[], name: string | null): Name | undefined {
  return names.find((each) => each === name);
}
