import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Box, Point } from './chart.types.ts';

/** What part of the drawing is seen: its top left corner, in the drawing's pixels, and how large it is. */
interface View extends Point {
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const LEAST = 0.03;
const MOST = 3;
const STEP = 1.25;
const MARGIN = 24;

/** The view that shows all of a box. */
function fitting(box: Box, frame: Size, most = 1): View {
  const scale = Math.min(
    most,
    Math.max(
      LEAST,
      Math.min(frame.width / (box.width + 2 * MARGIN), frame.height / (box.height + 2 * MARGIN)),
    ),
  );
  return {
    scale,
    x: box.x + box.width / 2 - frame.width / scale / 2,
    y: box.y + box.height / 2 - frame.height / scale / 2,
  };
}

/** The view after a zoom that keeps one point of the frame where it is. */
function zoomed(view: View, factor: number, at: Point): View {
  const scale = Math.min(MOST, Math.max(LEAST, view.scale * factor));
  const shift = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + at.x * shift, y: view.y + at.y * shift };
}

/**
 * Pan, zoom and fit over one drawing, by pointer, wheel, pinch and keyboard.
 *
 * @param size the drawing's own size, in its pixels
 */
export function useViewport(size: Size) {
  const frame = useRef<HTMLElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View | null>(null);
  const { width, height } = size;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setBox({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    // React listens to wheels passively, and a page must not scroll under a chart that zooms.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const bounds = element.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      setView((current) => {
        if (current === null) return current;
        if (event.ctrlKey || event.metaKey)
          return zoomed(current, Math.exp(-event.deltaY / 100), at);
        return moveBy(current, event.deltaX, event.deltaY);
      });
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  const all = useCallback(
    () => setView(fitting({ x: 0, y: 0, width, height }, box)),
    [width, height, box],
  );
  const show = useCallback((target: Box, most = 1) => setView(fitting(target, box, most)), [box]);
  const zoom = (factor: number) =>
    setView((current) =>
      current ? zoomed(current, factor, { x: box.width / 2, y: box.height / 2 }) : current,
    );
  const centre = (at: Point) =>
    setView((current) =>
      current === null
        ? current
        : {
            ...current,
            x: at.x - box.width / current.scale / 2,
            y: at.y - box.height / current.scale / 2,
          },
    );

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -80, y: 0 },
      ArrowRight: { x: 80, y: 0 },
      ArrowUp: { x: 0, y: -80 },
      ArrowDown: { x: 0, y: 80 },
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) setView((current) => current && moveBy(current, move.x, move.y));
    else if (event.key === '+' || event.key === '=') zoom(STEP);
    else if (event.key === '-') zoom(1 / STEP);
    else if (event.key === '0') all();
    else return;
    event.preventDefault();
  };

  const onPointerDown = ({ pointerId, clientX, clientY }: PointerEvent) => {
    pointers.current.set(pointerId, { x: clientX, y: clientY });
    moved.current = 0;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    const [[, other] = []] = others;
    pointers.current.set(event.pointerId, now);
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved.current > 4) event.currentTarget.setPointerCapture(event.pointerId);
    const bounds = event.currentTarget.getBoundingClientRect();
    setView((current) => {
      if (current === null) return current;
      if (other === undefined) return moveBy(current, before.x - now.x, before.y - now.y);
      const at = { x: (now.x + other.x) / 2 - bounds.left, y: (now.y + other.y) / 2 - bounds.top };
      return zoomed(current, distance(now, other) / Math.max(distance(before, other), 1), at);
    });
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
  };

  return {
    frame,
    box,
    view,
    show,
    all,
    centre,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    /** Whether the pointer that was just lifted had moved the drawing: that is no click. */
    wasDragged: () => moved.current > 4,
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
}

function moveBy(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
