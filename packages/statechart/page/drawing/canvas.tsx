import './drawing.css';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MachineGraph } from '../../explore/machine-graph.ts';
import { ownValue } from '../../explore/values.ts';
import type { Box, ChartLayout, DetailLevel } from '../../layout/layout.types.ts';
import { shownAncestor } from '../../layout/shown-states.ts';
import { Drawing } from './drawing.tsx';
import type { Highlights } from './highlights.ts';

const MIN_ZOOM = 0.1;
const MAX_ZOOM = 2.5;
/** Below this zoom, texts cannot be read: a drawing that needs less is larger than its window at first. */
const READABLE_ZOOM = 0.9;
/** From this zoom, there is room for the labels of all lines. */
const LARGE_ZOOM = 1.5;
/** Pixels that the pointer may move in a click. */
const CLICK_DISTANCE = 4;
/** How far an arrow key moves through the states, in the order in which they are written. */
const ARROWS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

interface CanvasProps {
  readonly graph: MachineGraph;
  readonly layout: ChartLayout;
  readonly level: DetailLevel;
  readonly main: readonly string[];
  readonly highlights: Highlights;
  /** The state that must be in view. */
  readonly shown: string | null;
  readonly onSelect: (state: string | null) => void;
  readonly onEdge: (source: string, target: string) => void;
}

/** The drawing in a frame that scrolls and zooms. */
export function Canvas(props: CanvasProps) {
  const { graph, layout, level, main, highlights, shown, onSelect, onEdge } = props;
  const { width, height, boxes } = layout;
  const frame = useRef<HTMLElement>(null);
  const { zoom, zoomBy, fitDrawing } = useZoom(frame, layout);
  const drag = useDrag(frame);
  const [focused, setFocused] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const order = graph.states.slice(1).flatMap(({ id }) => (Object.hasOwn(boxes, id) ? id : []));
  const [first = ''] = order;
  const visible = shown === null ? null : shownAncestor(new Map(Object.entries(boxes)), shown);

  useLayoutEffect(
    () => scrollTo(frame, ownValue(boxes, visible ?? ''), zoom),
    [visible, boxes, zoom],
  );

  const onFocus = ({ target }: FocusEvent<SVGSVGElement>) => {
    // Not by a click, which may also drag the drawing.
    if (!target.matches(':focus-visible')) return;
    scrollTo(frame, ownValue(boxes, target.getAttribute('data-state') ?? ''), zoom);
  };

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    // The browser's own: it goes back.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = document.activeElement?.getAttribute('data-state') ?? first;
    if (event.key === 'Escape') onSelect(null);
    else if (event.key === 'Enter' || event.key === ' ') onSelect(state);
    else {
      const next = order[order.indexOf(state) + (ARROWS[event.key] ?? 0)];
      if (next === undefined || next === state) return;
      setFocused(next);
      event.currentTarget.querySelector<SVGElement>(`[data-state="${CSS.escape(next)}"]`)?.focus();
    }
    event.preventDefault();
  };

  const onClick = ({ target }: MouseEvent<SVGSVGElement>) => {
    const element = target instanceof Element ? target : null;
    const state = element?.closest('[data-state]')?.getAttribute('data-state');
    const own = element?.closest('[data-own]')?.getAttribute('data-own');
    const [source, end] = edgeOf(target)?.split(' → ') ?? [];
    if (source !== undefined && end !== undefined) onEdge(source, end);
    else onSelect(state ?? own ?? null);
  };

  return (
    <div className="sc-canvas">
      <section ref={frame} className="sc-frame" aria-label="Drawing" {...drag}>
        {/* biome-ignore lint/a11y/useSemanticElements: SVG has no field sets. */}
        <svg
          width={width * zoom}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="States. Arrow keys move between them, Enter selects one, Escape deselects it."
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPointerOver={({ target }) => setHovered(edgeOf(target))}
          onPointerLeave={() => setHovered(null)}
        >
          <Drawing
            graph={graph}
            layout={layout}
            level={level}
            main={main}
            highlights={highlights}
            hovered={hovered}
            isLarge={zoom >= LARGE_ZOOM}
            focusable={
              focused !== null && Object.hasOwn(boxes, focused) ? focused : (visible ?? first)
            }
          />
        </svg>
      </section>
      <div className="sc-zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(1.25)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomBy(0.8)}>
          −
        </button>
        <button type="button" onClick={() => fitDrawing()}>
          Fit
        </button>
      </div>
    </div>
  );
}

/** The line of the drawing that an event is of. */
function edgeOf(target: EventTarget): string | null {
  const line = target instanceof Element ? target.closest('[data-edge]') : null;
  return line?.getAttribute('data-edge') ?? null;
}

type FrameRef = RefObject<HTMLElement | null>;

/** The zoom of the drawing, which keeps the middle of the frame, or the pointer over it, in place. */
function useZoom(frame: FrameRef, { width, height }: ChartLayout) {
  const [zoom, setZoom] = useState(1);
  /** What the next zoom keeps in place: a point of the frame, and the part of the drawing there. */
  const anchor = useRef<readonly [number, number, number, number] | null>(null);
  const zoomBy = (factor: number, clientX?: number, clientY?: number) => {
    const { current } = frame;
    if (current === null) return;
    const { left, top } = current.getBoundingClientRect();
    const x = clientX === undefined ? current.clientWidth / 2 : clientX - left;
    const y = clientY === undefined ? current.clientHeight / 2 : clientY - top;
    anchor.current = [x, y, (current.scrollLeft + x) / zoom, (current.scrollTop + y) / zoom];
    setZoom(Math.min(Math.max(zoom * factor, MIN_ZOOM), MAX_ZOOM));
  };
  const fitDrawing = (least = MIN_ZOOM) => {
    const { current } = frame;
    if (current === null || current.clientWidth === 0) return;
    const whole = Math.min(current.clientWidth / width, current.clientHeight / height, 1.2);
    setZoom(Math.max(whole, least));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only another drawing is fitted by itself.
  useLayoutEffect(() => fitDrawing(READABLE_ZOOM), [width, height]);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null || anchor.current === null) return;
    const [x, y, drawnX, drawnY] = anchor.current;
    anchor.current = null;
    current.scrollTo(drawnX * zoom - x, drawnY * zoom - y);
  }, [frame, zoom]);
  const onWheel = useRef(zoomBy);
  onWheel.current = zoomBy;
  useEffect(() => {
    const { current } = frame;
    const listener = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Otherwise the browser zooms the whole page.
      event.preventDefault();
      onWheel.current(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    };
    current?.addEventListener('wheel', listener, { passive: false });
    return () => current?.removeEventListener('wheel', listener);
  }, [frame]);
  return { zoom, zoomBy, fitDrawing };
}

/** Lets a mouse drag the drawing. A finger scrolls it without help. */
function useDrag(frame: FrameRef) {
  const start = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const hasMoved = useRef(false);
  return {
    onPointerDown: ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
      const { current } = frame;
      hasMoved.current = false;
      if (current === null || pointerType !== 'mouse' || button !== 0) return;
      start.current = { x, y, left: current.scrollLeft, top: current.scrollTop };
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      const from = start.current;
      if (from === null || buttons === 0) return;
      const [dx, dy] = [clientX - from.x, clientY - from.y];
      if (Math.hypot(dx, dy) > CLICK_DISTANCE) hasMoved.current = true;
      if (hasMoved.current) frame.current?.scrollTo(from.left - dx, from.top - dy);
    },
    onPointerUp: () => {
      start.current = null;
    },
    onClickCapture: (event: MouseEvent) => {
      if (hasMoved.current) event.stopPropagation();
    },
  };
}

/** Scrolls to a box that is not in view. A browser does so for what gets the focus, but not to all of a state. */
function scrollTo({ current: frame }: FrameRef, box: Box | undefined, zoom: number): void {
  if (frame === null || box === undefined) return;
  const [x, y, width, height] = box;
  const [left, top] = [x * zoom, y * zoom];
  const isIn =
    left >= frame.scrollLeft &&
    top >= frame.scrollTop &&
    left + width * zoom <= frame.scrollLeft + frame.clientWidth &&
    top + height * zoom <= frame.scrollTop + frame.clientHeight;
  if (isIn) return;
  frame.scrollTo(
    left - Math.max(0, (frame.clientWidth - width * zoom) / 2),
    top - Math.max(0, (frame.clientHeight - height * zoom) / 2),
  );
}
