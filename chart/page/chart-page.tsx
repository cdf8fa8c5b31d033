import { data } from 'virtual:charter/chart';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';
import { CHART_PAGE } from './chart-loading.tsx';
import styles from './chart-view.module.css';
import { ChartView } from './chart-view.tsx';

interface Failure {
  readonly error: unknown;
}

const graph = chartGraph(authMachine);

/** The chart that was drawn before its route could be: it waits to be taken over. */
let waiting: ReturnType<typeof draw> | null = null;

/**
 * Draws the chart at once, before anything of the sign-in is loaded: who opens it does not wait for a machine
 * to start. Its route takes this very chart over, with all that was done in it by then.
 */
export function renderChartEarly(): void {
  if (waiting !== null) return;
  flushSync(() => {
    waiting = draw((element) => {
      element.className = styles.first ?? '';
      document.body.prepend(element);
    });
  });
}

/** The statechart page: the machine of this very build, and what the build worked out about it. */
export function ChartPage() {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const chart = waiting ?? draw((element) => current.append(element));
    waiting = null;
    chart.hang(current);
    chart.onFailure(setFailure);
    return chart.takeDown;
  }, []);
  // The page that the product shows for an error answers for this one too.
  if (failure !== null) throw failure.error;
  return <div ref={place} />;
}

/**
 * A chart in a React root of its own, which can be hung elsewhere as it is.
 *
 * @param place puts its element into the document, where it is measured
 */
function draw(place: (element: HTMLElement) => void) {
  const element = document.createElement('div');
  element.setAttribute(CHART_PAGE, '');
  let failure: Failure | null = null;
  let tell: (failure: Failure) => void = () => undefined;
  const root = createRoot(element, {
    onUncaughtError: (error) => {
      failure = { error };
      tell(failure);
    },
  });
  place(element);
  root.render(<ChartView graph={graph} data={data} />);
  return {
    hang: (where: Element) => {
      if (element.parentElement === where) return;
      const focused = document.activeElement;
      element.className = '';
      where.append(element);
      // What is moved loses the focus.
      if (focused instanceof HTMLElement && element.contains(focused)) {
        focused.focus({ preventScroll: true });
      }
    },
    onFailure: (told: (failure: Failure) => void) => {
      tell = told;
      if (failure !== null) told(failure);
    },
    takeDown: () => {
      element.remove();
      // Not in the middle of another root's work.
      setTimeout(() => root.unmount());
    },
  };
}
