import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type {
  Box,
  ChartLayout,
  ChartLayouts,
  DetailLevel,
  LayoutDirection,
  Point,
} from '#chart/model/chart.types.ts';
import { shownAncestor } from '#chart/model/map.ts';
import type { MachineGraph } from '#statechart/explore/machine-graph.ts';
import { ROOT } from '#statechart/explore/transition-id.ts';
import { activeLeaves } from '../drawing/highlights.ts';
import { takeKeptView, useKeepView } from './kept-view.ts';
import { useViewport } from './use-viewport.ts';
import {
  boundedViewport,
  isFullyVisible,
  middleOf,
  type Size,
  type Viewport,
  viewportCentredOn,
  viewportOfBox,
  viewportWithPointAt,
  visibleArea,
  withBoxInView,
  withoutEmptySpace,
} from './viewport.ts';

/** The scales beyond which a zoom leads to another level. */
const LARGEST_SCALE: Readonly<Record<DetailLevel, number>> = {
  map: 1.5,
  overview: 1.3,
  details: Number.POSITIVE_INFINITY,
};
const SMALLEST_SCALE: Readonly<Record<DetailLevel, number>> = {
  map: 0,
  overview: 0.15,
  details: 0.75,
};
/** The scale of a level that a zoom or a state has led to: no text of the details is smaller than 13 px. */
const SCALE: Readonly<Record<DetailLevel, number>> = { map: 0.8, overview: 0.7, details: 1.3 };
const LEVELS: readonly DetailLevel[] = ['map', 'overview', 'details'];

/** Drawing pixels above a card that is higher than the frame. */
const MARGIN = 24;

/** Below this scale the names in the map are too small for the first view. */
const MIN_READABLE_SCALE = 0.45;
/** The scale of the first view when the whole drawing would be too small. */
const INITIAL_SCALE = 0.6;

/** The part of the drawing that the camera moves to. */
type CameraTarget =
  | { readonly kind: 'start' }
  | { readonly kind: 'everything' }
  | { readonly kind: 'kept'; readonly view: Viewport }
  | { readonly kind: 'state'; readonly id: string }
  | { readonly kind: 'centred'; readonly id: string; readonly scale: number }
  | {
      readonly kind: 'pinned';
      readonly id: string;
      readonly position: Point;
      readonly scale: number;
    };

/** A state to bring into view; `request` changes when it is to be brought into view again. */
export interface StateToShow {
  readonly state: string | null;
  readonly request: number;
}

interface CameraOptions {
  readonly graph: MachineGraph;
  readonly layouts: ChartLayouts;
  readonly stateToShow: StateToShow;
  /** The active states and their ancestors. */
  readonly active: ReadonlySet<string>;
  readonly isFollowing: boolean;
  readonly onPanned: () => void;
}

/**
 * Chooses the level of the drawing, which changes with the zoom, and its visible part, which follows the active
 * states if `isFollowing`.
 */
export function useCamera(options: CameraOptions) {
  const { graph, layouts, stateToShow, active, isFollowing, onPanned } = options;
  const [kept] = useState(takeKeptView);
  const [level, setLevel] = useState<DetailLevel>(
    () => kept?.level ?? levelOf(graph, stateToShow.state),
  );
  const [target, setTarget] = useState<CameraTarget>(() =>
    kept === null ? targetFor(graph, stateToShow.state) : { kind: 'kept', view: kept.view },
  );
  const [direction, setDirection] = useState(directionOfWindow);
  // Whether a person has moved the drawing since the camera did.
  const isMoved = useRef(false);
  const layout = layouts[direction][level];
  const aim = useCallback((next: CameraTarget) => {
    isMoved.current = false;
    setTarget(next);
  }, []);
  const showEverything = useCallback(
    (whole?: DetailLevel) => {
      setLevel((current) => whole ?? (current === 'map' ? current : 'overview'));
      aim({ kind: 'everything' });
    },
    [aim],
  );
  /** Changes the level and keeps the state nearest to a position of the frame at that position. */
  const changeLevelAt = (next: DetailLevel, view: Viewport, position: Point) => {
    const point = { x: view.x + position.x / view.scale, y: view.y + position.y / view.scale };
    setLevel(next);
    const id = nearestState(layout, point);
    aim({ kind: 'pinned', id, position, scale: SCALE[next] });
  };
  const onZoomed = (view: Viewport, position: Point) => {
    isMoved.current = true;
    const index = LEVELS.indexOf(level);
    const next =
      view.scale > LARGEST_SCALE[level]
        ? LEVELS[index + 1]
        : view.scale < SMALLEST_SCALE[level]
          ? LEVELS[index - 1]
          : undefined;
    if (next !== undefined) changeLevelAt(next, view, position);
  };
  const viewport = useViewport({
    drawing: layout,
    onPanned: () => {
      isMoved.current = true;
      onPanned();
    },
    onZoomed,
    onShowEverything: () => showEverything(),
  });
  const { frameSize, view, moveView, animateView } = viewport;
  const isMeasured = frameSize.width > 0;
  useKeepView(level, view);
  const leaves = activeLeaves(active);
  const activeBoxes = leaves.flatMap((id) => visibleBoxOf(layout, id) ?? []);
  const latest = useRef({ activeBoxes, layout });
  latest.current = { activeBoxes, layout };

  const showState = useCallback(
    (id: string) => {
      if (id === ROOT) {
        showEverything();
        return;
      }
      setLevel(levelOf(graph, id));
      aim(targetFor(graph, id));
    },
    [graph, aim, showEverything],
  );

  useEffect(() => {
    if (stateToShow.state !== null && stateToShow.request > 0) showState(stateToShow.state);
  }, [stateToShow, showState]);

  const drawn = useRef({ layouts, frameSize, target });
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { layouts, frameSize, target };
    // What the camera is newly aimed at is shown in any case.
    const isAimed = before.target !== target;
    // The drawing of a changed machine keeps the view.
    if (!isMeasured || (before.layouts !== layouts && !isAimed)) return;
    if (before.frameSize.width > 0 && before.frameSize !== frameSize) {
      // What shows the whole drawing is fitted to a frame of another size.
      const isWhole = target.kind === 'start' || target.kind === 'everything';
      if (!isAimed && (isMoved.current || !isWhole)) return;
      setDirection(directionOfWindow());
    }
    moveView((_, frame) => {
      const drawing = { x: 0, y: 0, width: layout.width, height: layout.height };
      if (target.kind === 'kept') return target.view;
      if (target.kind === 'everything') return viewportOfBox(drawing, frame);
      if (target.kind === 'start')
        return initialViewport(drawing, boundingBox(latest.current.activeBoxes), frame);
      const box = visibleBoxOf(layout, target.id);
      if (box === undefined) return viewportOfBox(drawing, frame);
      if (target.kind === 'centred') {
        const part = readablePart(box, target.scale, frame);
        const centred = viewportCentredOn(middleOf(part), target.scale, frame);
        return withoutEmptySpace(centred, drawing, frame);
      }
      if (target.kind === 'pinned') {
        const pinned = viewportWithPointAt(middleOf(box), target.position, target.scale);
        const part = readablePart(box, target.scale, frame);
        return boundedViewport(withBoxInView(pinned, part, frame), drawing, frame);
      }
      const shown =
        level === 'details'
          ? readableViewport(box, frame)
          : viewportOfBox(withMargin(box, frame), frame);
      return withoutEmptySpace(shown, drawing, frame);
    });
  }, [isMeasured, frameSize, target, level, layout, layouts, moveView]);

  const activeKey = leaves.join(' ');
  useEffect(() => {
    if (!isFollowing || activeKey === '') return;
    animateView((current, frame) => {
      if (current === null) return current;
      const box = boxToFollow(latest.current.activeBoxes, visibleArea(current, frame));
      const part = box && readablePart(box, current.scale, frame);
      if (part === null || isFullyVisible(part, current, frame)) return current;
      const centred = viewportCentredOn(middleOf(part), current.scale, frame);
      return withoutEmptySpace(centred, latest.current.layout, frame);
    });
  }, [isFollowing, activeKey, animateView]);

  /** Changes to a level and keeps the followed state in view, otherwise the middle of the frame. */
  const changeLevel = (next: DetailLevel) => {
    const [followed] = isFollowing ? leaves : [];
    if (view === null || next === level) return;
    if (next === 'map') {
      showEverything('map');
      return;
    }
    const id = followed ?? nearestState(layout, middleOf(visibleArea(view, frameSize)));
    setLevel(next);
    aim({ kind: 'centred', id, scale: SCALE[next] });
  };
  return { level, layout, viewport, showEverything, changeLevel, showState };
}

/** The direction in which the drawing fits the window. */
function directionOfWindow(): LayoutDirection {
  return window.innerWidth < window.innerHeight * 0.8 ? 'down' : 'right';
}

/** The level at which a state is shown: a leaf in detail, any other state with its children in the overview. */
function levelOf(graph: MachineGraph, id: string | null): DetailLevel {
  const kind = graph.states.find((state) => state.id === id)?.kind;
  if (kind === undefined || id === ROOT) return 'map';
  return kind === 'leaf' ? 'details' : 'overview';
}

function targetFor(graph: MachineGraph, id: string | null): CameraTarget {
  const exists = id !== ROOT && graph.states.some((state) => state.id === id);
  return id !== null && exists ? { kind: 'state', id } : { kind: 'start' };
}

/** The whole drawing if its names are readable at that scale, or its whole width; otherwise the active states. */
function initialViewport(drawing: Box, active: Box | null, frame: Size): Viewport {
  const everything = viewportOfBox(drawing, frame);
  if (everything.scale >= MIN_READABLE_SCALE) return everything;
  const { scale: width } = viewportOfBox({ ...drawing, height: 0 }, frame);
  const scale = width >= MIN_READABLE_SCALE ? width : INITIAL_SCALE;
  const point = active === null ? { x: drawing.width / 2, y: 0 } : middleOf(active);
  return withoutEmptySpace(viewportCentredOn(point, scale, frame), drawing, frame);
}

/** A card at a readable size; in a narrow frame, its whole width. */
function readableViewport(box: Box, frame: Size): Viewport {
  const { scale } = viewportOfBox({ ...box, height: 0 }, frame, SCALE.details);
  return viewportCentredOn(middleOf(readablePart(box, scale, frame)), scale, frame);
}

/** A card, or as much of its upper part as the frame has room for. */
function readablePart(box: Box, scale: number, frame: Size): Box {
  return { ...box, height: Math.min(box.height, frame.height / scale - MARGIN) };
}

/** The box of a state, or of its nearest ancestor that the level shows. */
function visibleBoxOf({ boxes }: ChartLayout, id: string): Box | undefined {
  return boxes[shownAncestor({ has: (each) => boxes[each] !== undefined }, id)];
}

/** All active states if the frame has room for them; otherwise one, because between them there may be nothing. */
function boxToFollow(boxes: readonly Box[], visible: Box): Box | null {
  const all = boundingBox(boxes);
  const hasRoom = all !== null && all.width <= visible.width && all.height <= visible.height;
  return hasRoom ? all : (boxes[0] ?? null);
}

/** @returns `null` for no boxes */
function boundingBox(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A state is shown with some of its surroundings: fewer of them in a small frame. */
function withMargin({ x, y, width, height }: Box, frame: Size): Box {
  const marginX = Math.min(160, frame.width / 8);
  const marginY = Math.min(120, frame.height / 8);
  return {
    x: x - marginX,
    y: y - marginY,
    width: width + 2 * marginX,
    height: height + 2 * marginY,
  };
}

/** The state without shown children that is nearest to a point. */
function nearestState({ boxes }: ChartLayout, point: Point): string {
  let nearest = { id: '', distance: Number.POSITIVE_INFINITY };
  const ids = Object.keys(boxes).filter((id) => id !== ROOT && !id.includes(' | '));
  for (const id of ids) {
    const box = boxes[id];
    if (box === undefined || ids.some((child) => child.startsWith(`${id}.`))) continue;
    const distance =
      Math.max(box.x - point.x, 0, point.x - box.x - box.width) +
      Math.max(box.y - point.y, 0, point.y - box.y - box.height);
    if (distance < nearest.distance) nearest = { id, distance };
  }
  return nearest.id;
}
