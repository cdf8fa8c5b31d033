// First, as in the product (`src/app/render.tsx`).
import '#src/ui/tokens.css';
import * as built from 'virtual:charter/chart';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { MachineMessage } from '#chart/model/chart.types.ts';
import { unpackChart, unpackDetails } from '#chart/model/packed-chart.ts';
import { CHART_PAGE } from './chart-loading.tsx';
import styles from './chart-view.module.css';
import { ChartView } from './chart-view.tsx';
import { drawnUpdate, machineUpdate } from './updates/machine-update.ts';

/** Milliseconds between two looks whether a person still presses on the chart. */
const PRESS_CHECK_INTERVAL = 50;

interface RenderFailure {
  readonly error: unknown;
}

/** What the chart shows: what was built, and in development what has changed since. */
let shown: ComponentProps<typeof ChartView> = chartOf(built);
/** Renders again what is shown. */
const renderers = new Set<() => void>();

/** The chart that was rendered before its route, until the route adopts it. */
let earlyChart: ReturnType<typeof renderChart> | null = null;

/**
 * Renders the chart before the sign-in is loaded, so that `/chart` does not wait for it. The route adopts this
 * chart with everything the user has done in it by then.
 */
export function renderChartEarly(): void {
  if (earlyChart !== null) return;
  flushSync(() => {
    earlyChart = renderChart((element) => {
      element.className = styles.early ?? '';
      document.body.prepend(element);
    });
  });
}

/** The statechart page: the machine of this build, and what the build computed about it. */
export function ChartPage() {
  const container = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<RenderFailure | null>(null);
  useLayoutEffect(() => {
    const { current } = container;
    if (current === null) return undefined;
    const chart = earlyChart ?? renderChart((element) => current.append(element));
    earlyChart = null;
    chart.moveTo(current);
    chart.onFailure(setFailure);
    return chart.unmount;
  }, []);
  // Thrown here, so that the product's error boundary shows its error page.
  if (failure !== null) throw failure.error;
  return <div ref={container} />;
}

function chartOf({ data, loadStepper, loadDetails }: typeof built) {
  const chart = unpackChart(data);
  return {
    ...chart,
    loadStepper,
    loadDetails: async () => unpackDetails(chart.graph, await loadDetails()),
  };
}

/**
 * Renders the chart into a React root of its own, which can be moved to another parent element.
 *
 * @param insert inserts the chart's element into the document, where its size can be measured
 */
function renderChart(insert: (element: HTMLElement) => void) {
  const element = document.createElement('div');
  element.setAttribute(CHART_PAGE, '');
  let failure: RenderFailure | null = null;
  let reportFailure: (failure: RenderFailure) => void = () => undefined;
  const root = createRoot(element, {
    onUncaughtError: (error) => {
      failure = { error };
      reportFailure(failure);
    },
  });
  const render = () => root.render(<ChartView {...shown} />);
  insert(element);
  render();
  renderers.add(render);
  let timer: ReturnType<typeof setTimeout>;
  return {
    moveTo: function moveTo(parent: Element) {
      if (element.parentElement === parent) return;
      // A press on an element that is moved in the document never becomes a click.
      if (element.matches(':active')) {
        timer = setTimeout(moveTo, PRESS_CHECK_INTERVAL, parent);
        return;
      }
      const focused = document.activeElement;
      element.className = '';
      parent.append(element);
      // An element that is moved in the document loses the focus.
      const isFocusable = focused instanceof HTMLElement || focused instanceof SVGElement;
      if (!isFocusable || !element.contains(focused)) return;
      const field = focused instanceof HTMLInputElement ? focused : null;
      const { selectionStart = null, selectionEnd = null } = field ?? {};
      focused.focus({ preventScroll: true });
      // The search selects its text when it gets the focus: what somebody types on would replace it.
      field?.setSelectionRange(selectionStart, selectionEnd);
    },
    onFailure: (listener: (failure: RenderFailure) => void) => {
      reportFailure = listener;
      if (failure !== null) listener(failure);
    },
    unmount: () => {
      clearTimeout(timer);
      renderers.delete(render);
      element.remove();
      // React cannot unmount a root while it commits another one.
      setTimeout(() => root.unmount());
    },
  };
}

if (import.meta.hot) {
  const show = (changed: Partial<typeof shown>) => {
    shown = { ...shown, ...changed };
    for (const render of renderers) render();
  };
  const dismiss = () => show({ update: null });
  import.meta.hot.on('charter:machine', (message: MachineMessage) => {
    show({ update: { ...machineUpdate(shown.graph, message), dismiss } });
  });
  // In these words: Vite reads from the source which modules a page accepts.
  import.meta.hot.accept('virtual:charter/chart', (next) => {
    if (next === undefined) return;
    const { data, loadStepper, loadDetails } = next;
    const { update } = shown;
    show({
      ...chartOf({ data, loadStepper, loadDetails }),
      update: update ? drawnUpdate(update) : null,
    });
  });
}
