import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Box, ChartLayout, Level, Point } from '#chart/model/chart.types.ts';
import type { ChartGraph } from '#machines/explore/machine-graph.ts';
import { activeLeaves } from '../drawing/highlights.ts';
import { useViewport } from './use-viewport.ts';
import {
  centred,
  filled,
  fitting,
  isSeen,
  middleOf,
  pinned,
  type Size,
  type View,
} from './viewport.ts';

/** The scales at which the drawing changes to its other level, and those it then has. */
const CLOSE = { leave: 1.3, arrive: 0.8 } as const;
const FAR = { leave: 0.35, arrive: 0.7 } as const;

/** Below this scale the names of the overview are too small to begin with. */
const READABLE = 0.3;
/** The scale to begin with then. */
const BEGIN = 0.45;

/** What is to be brought into view. */
type Wish =
  | { readonly to: 'start' }
  | { readonly to: 'all' }
  | { readonly to: 'state'; readonly id: string }
  | { readonly to: 'pin'; readonly id: string; readonly place: Point; readonly scale: number };

/** A state to bring into view; `turn` changes when it is to be done again. */
export interface Focus {
  readonly state: string | null;
  readonly turn: number;
}

interface SightProps {
  readonly graph: ChartGraph;
  readonly layouts: Readonly<Record<Level, ChartLayout>>;
  readonly focus: Focus;
  /** The active states, those around them included. */
  readonly active: ReadonlySet<string>;
  readonly isFollowing: boolean;
  readonly onPanned: () => void;
}

/**
 * What of the chart is looked at: the level of the drawing, which changes as one comes close or goes far,
 * and the part of it that is seen, which follows the machine if it is asked to.
 */
export function useSight({ graph, layouts, focus, active, isFollowing, onPanned }: SightProps) {
  const [level, setLevel] = useState<Level>(() => levelOf(graph, focus.state));
  const [wish, setWish] = useState<Wish>(() => wishFor(graph, focus.state));
  const layout = layouts[level];
  const all = useCallback(() => {
    setLevel('overview');
    setWish({ to: 'all' });
  }, []);
  /** The other level, with the state nearest to a place of the frame where it was. */
  const change = (to: Level, from: View, place: Point) => {
    const at = { x: from.x + place.x / from.scale, y: from.y + place.y / from.scale };
    setLevel(to);
    const { arrive } = to === 'details' ? CLOSE : FAR;
    setWish({ to: 'pin', id: nearest(graph, layout, at), place, scale: arrive });
  };
  const onZoomed = (zoomed: View, place: Point) => {
    if (level === 'overview' && zoomed.scale > CLOSE.leave) change('details', zoomed, place);
    if (level === 'details' && zoomed.scale < FAR.leave) change('overview', zoomed, place);
  };
  const viewport = useViewport({ onPanned, onZoomed, onAll: all });
  const { box, view, look, glide } = viewport;
  const isReady = box.width > 0;
  const leaves = activeLeaves(active);
  const activeBox = around(leaves.flatMap((id) => boxOf(graph, layout, id) ?? []));
  const now = useRef({ activeBox, layout });
  now.current = { activeBox, layout };

  const showState = useCallback(
    (id: string) => {
      setLevel(levelOf(graph, id));
      setWish(wishFor(graph, id));
    },
    [graph],
  );

  useEffect(() => {
    if (focus.state !== null && focus.turn > 0) showState(focus.state);
  }, [focus, showState]);

  useLayoutEffect(() => {
    if (!isReady) return;
    look((_, frame) => {
      const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
      if (wish.to === 'all') return fitting(whole, frame);
      if (wish.to === 'start') return beginning(whole, now.current.activeBox, frame);
      const target = boxOf(graph, layout, wish.id);
      if (target === undefined) return fitting(whole, frame);
      if (wish.to === 'pin') return pinned(middleOf(target), wish.place, wish.scale);
      return filled(fitting(grown(target, frame), frame), whole, frame);
    });
  }, [isReady, wish, layout, graph, look]);

  const path = leaves.join(' ');
  useEffect(() => {
    if (!isFollowing || path === '') return;
    glide((current, frame) => {
      const target = now.current.activeBox;
      if (current === null || target === null) return current;
      if (isSeen(target, current, frame)) return current;
      return filled(centred(middleOf(target), current.scale, frame), now.current.layout, frame);
    });
  }, [isFollowing, path, glide]);

  /** The other level, by a button: what is in the middle stays there. */
  const changeLevel = () => {
    const place = { x: box.width / 2, y: box.height / 2 };
    if (view !== null) change(level === 'overview' ? 'details' : 'overview', view, place);
  };
  return { level, layout, viewport, all, changeLevel, showState };
}

/** A state with none inside is shown with all that is said of it, any other with what is in it. */
function levelOf(graph: ChartGraph, id: string | null): Level {
  return graph.states.find((state) => state.id === id)?.kind === 'leaf' ? 'details' : 'overview';
}

function wishFor(graph: ChartGraph, id: string | null): Wish {
  const isKnown = graph.states.some((state) => state.id === id);
  return id !== null && isKnown ? { to: 'state', id } : { to: 'start' };
}

/** Everything, if it can be read; else the state the machine is in, large enough. */
function beginning(whole: Box, active: Box | null, frame: Size): View {
  const all = fitting(whole, frame);
  if (all.scale >= READABLE) return all;
  const at = active === null ? { x: whole.width / 2, y: 0 } : middleOf(active);
  return filled(centred(at, BEGIN, frame), whole, frame);
}

/** A state inside a closed one is where that one is. */
function boxOf(graph: ChartGraph, layout: ChartLayout, id: string): Box | undefined {
  const box = layout.boxes[id];
  const parent = graph.states.find((state) => state.id === id)?.parent;
  return box ?? (parent ? boxOf(graph, layout, parent) : undefined);
}

/** The least box around some; `null` around none. */
function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A state is shown with some of what is around it: less of it where there is little room. */
function grown({ x, y, width, height }: Box, frame: Size): Box {
  const sides = Math.min(160, frame.width / 8);
  const ends = Math.min(120, frame.height / 8);
  return { x: x - sides, y: y - ends, width: width + 2 * sides, height: height + 2 * ends };
}

/** The state with no other drawn inside that is nearest to a point. */
function nearest(graph: ChartGraph, { boxes }: ChartLayout, at: Point): string {
  let best = { id: '', far: Number.POSITIVE_INFINITY };
  for (const { id, kind } of graph.states) {
    const box = boxes[id];
    const isOpen =
      kind !== 'leaf' && graph.states.some((one) => one.parent === id && boxes[one.id]);
    if (isOpen || box === undefined) continue;
    const far =
      Math.max(box.x - at.x, 0, at.x - box.x - box.width) +
      Math.max(box.y - at.y, 0, at.y - box.y - box.height);
    if (far < best.far) best = { id, far };
  }
  return best.id;
}
