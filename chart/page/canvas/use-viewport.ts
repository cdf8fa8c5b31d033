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
import { between, centred, distance, moveBy, type Size, type View, zoomed } from './viewport.ts';

const STEP = 1.25;
/** Pixels a pointer may move and still press. */
const STILL = 4;
/** Milliseconds of a calm move. */
const GLIDE = 450;

/** What a move makes of the view there is, `null` before the first. */
export type Move = (current: View | null, frame: Size) => View | null;

interface ViewportAnswers {
  readonly onPanned: () => void;
  readonly onZoomed: (view: View, place: Point) => void;
  readonly onAll: () => void;
}

/**
 * Pan and zoom over one drawing, by pointer, wheel, pinch and keyboard.
 *
 * @param answers what is done when a person moves it, zooms it (to a view, at a place of the frame), and
 * presses the key for everything
 */
export function useViewport(answers: ViewportAnswers) {
  const frame = useRef<HTMLElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const moved = useRef(0);
  const gliding = useRef(0);
  const [box, setBox] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View | null>(null);
  const now = useRef({ answers, view });
  now.current = { answers, view };

  const look = useCallback((move: Move) => {
    cancelAnimationFrame(gliding.current);
    const element = frame.current;
    if (element !== null) setView((current) => move(current, sizeOf(element)));
  }, []);

  const glide = useCallback(
    (move: Move) => {
      const from = now.current.view;
      const to = frame.current && move(from, sizeOf(frame.current));
      if (from === null || !to || isStill()) {
        look(move);
        return;
      }
      cancelAnimationFrame(gliding.current);
      const start = performance.now();
      const step = (time: number) => {
        const share = Math.min(1, Math.max(0, time - start) / GLIDE);
        setView(between(from, to, share * share * (3 - 2 * share)));
        if (share < 1) gliding.current = requestAnimationFrame(step);
      };
      gliding.current = requestAnimationFrame(step);
    },
    [look],
  );

  const pan = useCallback(
    (x: number, y: number) => {
      now.current.answers.onPanned();
      look((current) => current && moveBy(current, x, y));
    },
    [look],
  );

  const zoomAt = useCallback(
    (factor: number, held: Point | null) => {
      const { view: before, answers: told } = now.current;
      if (before === null || frame.current === null) return;
      const place = held ?? middle(sizeOf(frame.current));
      look((current) => current && zoomed(current, factor, place));
      told.onZoomed(zoomed(before, factor, place), place);
    },
    [look],
  );

  // Before the first paint, so that the first has the drawing in it.
  useLayoutEffect(() => {
    if (frame.current !== null) setBox(sizeOf(frame.current));
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setBox((before) => {
        const size = sizeOf(element);
        // For a moment it is nowhere when it is hung elsewhere.
        if (size.width === 0) return before;
        return before.width === size.width && before.height === size.height ? before : size;
      }),
    );
    observer.observe(element);
    // React listens to wheels passively, and a page must not scroll under a chart that zooms.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const bounds = element.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      if (event.ctrlKey || event.metaKey) zoomAt(Math.exp(-event.deltaY / 100), at);
      else pan(event.deltaX, event.deltaY);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(gliding.current);
      element.removeEventListener('wheel', wheel);
    };
  }, [pan, zoomAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -80, y: 0 },
      ArrowRight: { x: 80, y: 0 },
      ArrowUp: { x: 0, y: -80 },
      ArrowDown: { x: 0, y: 80 },
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move) pan(move.x, move.y);
    else if (event.key === '+' || event.key === '=') zoomAt(STEP, null);
    else if (event.key === '-') zoomAt(1 / STEP, null);
    else if (event.key === '0') answers.onAll();
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
    if (moved.current > STILL) event.currentTarget.setPointerCapture(event.pointerId);
    if (other === undefined) {
      pan(before.x - now.x, before.y - now.y);
      return;
    }
    const bounds = event.currentTarget.getBoundingClientRect();
    const at = { x: (now.x + other.x) / 2 - bounds.left, y: (now.y + other.y) / 2 - bounds.top };
    zoomAt(distance(now, other) / Math.max(distance(before, other), 1), at);
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
  };

  return {
    frame,
    box,
    view,
    look,
    glide,
    centre: (at: Point) => {
      answers.onPanned();
      look((current, size) => current && centred(at, current.scale, size));
    },
    zoomIn: () => zoomAt(STEP, null),
    zoomOut: () => zoomAt(1 / STEP, null),
    /** Whether the pointer that was just lifted had moved the drawing: that is no click. */
    wasDragged: () => moved.current > STILL,
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return { width: clientWidth, height: clientHeight };
}

function middle({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
