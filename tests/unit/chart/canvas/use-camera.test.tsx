// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMachine } from 'xstate';
import type { ChartLayout } from '#chart/model/chart.types.ts';
import { useCamera } from '#chart/page/canvas/use-camera.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

const graph = machineGraph(createMachine({ initial: 'near', states: { near: {}, far: {} } }));
const layout: ChartLayout = {
  width: 1_800,
  height: 1_100,
  boxes: {
    near: { x: 20, y: 20, width: 150, height: 40 },
    far: { x: 1_600, y: 1_000, width: 150, height: 40 },
  },
  edges: [],
};
const levels = { map: layout, overview: layout, details: layout };
const layouts = { right: levels, down: levels };
const stateToShow = { state: null, request: 0 };
const wide = { width: 1_072, height: 702 };
const narrow = { width: 732, height: 577 };

let size = wide;
const observers = new Set<() => void>();

beforeEach(() => {
  size = wide;
  observers.clear();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly notify: () => void;
      constructor(notify: () => void) {
        this.notify = notify;
      }
      observe() {
        observers.add(this.notify);
      }
      disconnect() {
        observers.delete(this.notify);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Camera = ReturnType<typeof useCamera>;

interface FrameProps {
  readonly active: ReadonlySet<string>;
  readonly onRender: (camera: Camera) => void;
}

function Frame({ active, onRender }: FrameProps) {
  const options = { graph, layouts, stateToShow, active, isFollowing: true, onPanned: vi.fn() };
  const camera = useCamera(options);
  onRender(camera);
  return <section ref={camera.viewport.frame} />;
}

function renderCamera() {
  let camera: Camera | null = null;
  const frame = (active: readonly string[]) => (
    <Frame
      active={new Set(active)}
      onRender={(latest) => {
        camera = latest;
      }}
    />
  );
  const { rerender } = render(frame([]));
  return {
    /** The window gets another size. */
    resize: () => {
      size = narrow;
      for (const notify of observers) notify();
    },
    activate: (state: string) => rerender(frame([state])),
    showDetails: () => camera?.changeLevel('details'),
    scale: () => camera?.viewport.view?.scale,
  };
}

/** Longer than the animation. */
const settle = () => act(() => new Promise((done) => setTimeout(done, 700)));

it('fits the drawing to a window of another size when a state becomes active at the same time', async () => {
  const { resize, activate, scale } = renderCamera();
  expect(scale()).toBeCloseTo(wide.width / (layout.width + 24));
  act(() => {
    resize();
    activate('far');
  });
  await settle();
  expect(scale()).toBe(0.6);
});

it('shows the details when the window gets another size at the same time', async () => {
  const { resize, showDetails, scale } = renderCamera();
  act(() => {
    resize();
    showDetails();
  });
  await settle();
  expect(scale()).toBe(1.3);
});
