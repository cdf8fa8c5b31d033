import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Point } from '#chart/model/chart.types.ts';
import {
  boundedViewport,
  distance,
  interpolatedViewport,
  pannedViewport,
  type Size,
  type Viewport,
  viewportCentredOn,
  zoomedViewport,
} from './viewport.ts';

const ZOOM_STEP = 1.25;
/** Pixels the drawing is moved by an arrow key. */
const PAN_STEP = 80;
/** Pixels a pointer may move before a press becomes a drag. */
const DRAG_THRESHOLD = 4;
const ANIMATION_MS = 450;

/** Computes the next viewport from the current one, which is `null` before the first. */
export type ViewportUpdate = (current: Viewport | null, frame: Size) => Viewport | null;

interface ViewportOptions {
  /** The size of the drawing, beyond whose edges the middle of the frame cannot be moved. */
  readonly drawing: Size;
  /** The user moved the drawing. */
  readonly onPanned: () => void;
  /** The user zoomed to a viewport, around a position in the frame. */
  readonly onZoomed: (view: Viewport, position: Point) => void;
  /** The user pressed the key that shows everything. */
  readonly onShowEverything: () => void;
}

/** Pan and zoom over one drawing, by pointer, wheel, pinch and keyboard. */
export function useViewport(options: ViewportOptions) {
  const frame = useRef<HTMLElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const draggedBy = useRef(0);
  const animation = useRef(0);
  const [frameSize, setFrameSize] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<Viewport | null>(null);
  // Not what was rendered last: effects of one commit move the drawing after each other.
  const current = useRef(view);
  const latest = useRef(options);
  latest.current = options;

  const show = useCallback((next: Viewport | null) => {
    current.current = next;
    setView(next);
  }, []);

  const moveView = useCallback(
    (update: ViewportUpdate) => {
      cancelAnimationFrame(animation.current);
      if (frame.current !== null) show(update(current.current, sizeOf(frame.current)));
    },
    [show],
  );

  const animateView = useCallback(
    (update: ViewportUpdate) => {
      const from = current.current;
      const to = frame.current && update(from, sizeOf(frame.current));
      if (from === null || !to || prefersReducedMotion()) {
        moveView(update);
        return;
      }
      if (to === from) return;
      cancelAnimationFrame(animation.current);
      const start = performance.now();
      const step = (time: number) => {
        const progress = Math.min(1, Math.max(0, time - start) / ANIMATION_MS);
        const eased = progress * progress * (3 - 2 * progress);
        show(interpolatedViewport(from, to, eased));
        if (progress < 1) animation.current = requestAnimationFrame(step);
      };
      animation.current = requestAnimationFrame(step);
    },
    [moveView, show],
  );

  const pan = useCallback(
    (x: number, y: number) => {
      latest.current.onPanned();
      moveView(
        (before, size) =>
          before && boundedViewport(pannedViewport(before, x, y), latest.current.drawing, size),
      );
    },
    [moveView],
  );

  const zoomAt = useCallback(
    (factor: number, requested: Point | null) => {
      const before = current.current;
      if (before === null || frame.current === null) return;
      const position = requested ?? middle(sizeOf(frame.current));
      const zoomed = zoomedViewport(before, factor, position);
      moveView(() => zoomed);
      latest.current.onZoomed(zoomed, position);
    },
    [moveView],
  );

  // Measured before the first paint, so that the first paint contains the drawing.
  useLayoutEffect(() => {
    if (frame.current !== null) setFrameSize(sizeOf(frame.current));
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setFrameSize((before) => {
        const size = sizeOf(element);
        // The size is 0 while the chart is moved to another parent element.
        if (size.width === 0) return before;
        return before.width === size.width && before.height === size.height ? before : size;
      }),
    );
    observer.observe(element);
    // React registers passive wheel listeners, which cannot keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const position = positionIn(element, event);
      if (event.ctrlKey || event.metaKey) zoomAt(Math.exp(-event.deltaY / 100), position);
      else pan(event.deltaX, event.deltaY);
    };
    // Safari reports a pinch of a trackpad by gesture events, and zooms the page unless they are prevented.
    let gestureScale = 1;
    const gesture = (event: Event) => {
      event.preventDefault();
      // Of fingers on a screen it also reports the pointers, which zoom already.
      if (!isGesture(event) || pointers.current.size > 0) return;
      if (event.type === 'gesturechange') {
        zoomAt(event.scale / gestureScale, positionIn(element, event));
      }
      gestureScale = event.scale;
    };
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('gesturestart', gesture);
    element.addEventListener('gesturechange', gesture);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(animation.current);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('gesturestart', gesture);
      element.removeEventListener('gesturechange', gesture);
    };
  }, [pan, zoomAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -PAN_STEP, y: 0 },
      ArrowRight: { x: PAN_STEP, y: 0 },
      ArrowUp: { x: 0, y: -PAN_STEP },
      ArrowDown: { x: 0, y: PAN_STEP },
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) pan(move.x, move.y);
    else if (event.key === '+' || event.key === '=') zoomAt(ZOOM_STEP, null);
    else if (event.key === '-') zoomAt(1 / ZOOM_STEP, null);
    else if (event.key === '0') options.onShowEverything();
    else return;
    event.preventDefault();
  };

  const onPointerDown = ({ pointerId, clientX, clientY }: PointerEvent) => {
    pointers.current.set(pointerId, { x: clientX, y: clientY });
    draggedBy.current = 0;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const after = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    const [[, second] = []] = others;
    pointers.current.set(event.pointerId, after);
    draggedBy.current += Math.abs(after.x - before.x) + Math.abs(after.y - before.y);
    if (draggedBy.current > DRAG_THRESHOLD) event.currentTarget.setPointerCapture(event.pointerId);
    if (second === undefined) {
      pan(before.x - after.x, before.y - after.y);
      return;
    }
    const position = positionIn(event.currentTarget, {
      clientX: (after.x + second.x) / 2,
      clientY: (after.y + second.y) / 2,
    });
    zoomAt(distance(after, second) / Math.max(distance(before, second), 1), position);
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
  };

  return {
    frame,
    frameSize,
    view,
    moveView,
    animateView,
    centreOn: (point: Point) => {
      options.onPanned();
      moveView((before, size) => before && viewportCentredOn(point, before.scale, size));
    },
    zoomIn: () => zoomAt(ZOOM_STEP, null),
    zoomOut: () => zoomAt(1 / ZOOM_STEP, null),
    /** Whether the last press was a drag, whose click must not select anything. */
    wasDragged: () => draggedBy.current > DRAG_THRESHOLD,
    listeners: {
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
}

/** A position in the browser's window. */
interface WindowPosition {
  readonly clientX: number;
  readonly clientY: number;
}

/** Whether an event is a gesture event of Safari, whose scale counts from the start of the gesture. */
function isGesture(event: Event): event is Event & WindowPosition & { readonly scale: number } {
  return 'scale' in event;
}

function positionIn(element: HTMLElement, { clientX, clientY }: WindowPosition): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: clientWidth, height: clientHeight };
}

function middle({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
