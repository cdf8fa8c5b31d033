// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useViewport } from '#chart/page/canvas/use-viewport.ts';

afterEach(cleanup);

type Viewport = ReturnType<typeof useViewport>;

function Frame(props: {
  handlers: Parameters<typeof useViewport>[0];
  onRender: (v: Viewport) => void;
}) {
  const viewport = useViewport(props.handlers);
  props.onRender(viewport);
  return <section ref={viewport.frame} {...viewport.listeners} />;
}

/** Renders a frame at scale 1, and returns how to act on it. */
function renderFrame() {
  const onZoomed = vi.fn();
  const drawing = { width: 300, height: 200 };
  const handlers = { drawing, onPanned: vi.fn(), onZoomed, onShowEverything: vi.fn() };
  let viewport: Viewport | null = null;
  const { container } = render(
    <Frame
      handlers={handlers}
      onRender={(latest) => {
        viewport = latest;
      }}
    />,
  );
  const frame = container.querySelector('section') ?? container;
  act(() => viewport?.moveView(() => ({ x: 0, y: 0, scale: 1 })));
  const dispatch = (type: string, init: object) => {
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), init);
    act(() => frame.dispatchEvent(event));
    return event;
  };
  return { dispatch, onZoomed, view: () => viewport?.view, scale: () => viewport?.view?.scale };
}

it('zooms around the fingers of a pinch on a trackpad in Safari, which then does not zoom the page', () => {
  const { dispatch, onZoomed, scale } = renderFrame();
  const at = { clientX: 100, clientY: 50 };
  const started = dispatch('gesturestart', { scale: 1, ...at });
  const changed = dispatch('gesturechange', { scale: 1.5, ...at });
  expect([started, changed].map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true]);
  expect(scale()).toBe(1.5);
  dispatch('gesturechange', { scale: 1.2, ...at });
  expect(scale()).toBeCloseTo(1.2);
  expect(onZoomed.mock.lastCall?.[1]).toEqual({ x: 100, y: 50 });
  dispatch('gesturestart', { scale: 1, ...at });
  dispatch('gesturechange', { scale: 2, ...at });
  expect(scale()).toBeCloseTo(2.4);
});

it('does not move beyond the edges of the drawing', () => {
  const { dispatch, view } = renderFrame();
  dispatch('wheel', { deltaX: 100, deltaY: 50 });
  expect(view()).toMatchObject({ x: 100, y: 50 });
  dispatch('wheel', { deltaX: 5_000, deltaY: -5_000 });
  // The frame has no size in this test: its middle is its corner.
  expect(view()).toMatchObject({ x: 300, y: 0 });
});

it('zooms once for two fingers on a screen, of which Safari reports pointers and a gesture', () => {
  const { dispatch, scale } = renderFrame();
  dispatch('pointerdown', { pointerId: 1, clientX: 0, clientY: 0 });
  dispatch('pointerdown', { pointerId: 2, clientX: 10, clientY: 0 });
  dispatch('gesturestart', { scale: 1, clientX: 5, clientY: 0 });
  const changed = dispatch('gesturechange', { scale: 2, clientX: 5, clientY: 0 });
  expect(changed.defaultPrevented).toBe(true);
  expect(scale()).toBe(1);
});
