import type { Box, Point } from '#chart/model/chart.types.ts';

/** What part of the drawing is seen: its top left corner, in the drawing's pixels, and how large it is. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const LEAST = 0.03;
const MOST = 3;
const MARGIN = 24;

/**
 * The view that shows all of a box, in the middle of the frame.
 *
 * @param most the largest scale
 */
export function fitting(box: Box, frame: Size, most = 1): View {
  const wide = frame.width / (box.width + 2 * MARGIN);
  const high = frame.height / (box.height + 2 * MARGIN);
  return centred(middleOf(box), Math.min(most, Math.max(LEAST, Math.min(wide, high))), frame);
}

/** The view of a scale that has a point of the drawing in the middle of the frame. */
export function centred(at: Point, scale: number, frame: Size): View {
  return pinned(at, { x: frame.width / 2, y: frame.height / 2 }, scale);
}

/** The view of a scale that has a point of the drawing at a place of the frame. */
export function pinned(at: Point, place: Point, scale: number): View {
  return { scale, x: at.x - place.x / scale, y: at.y - place.y / scale };
}

/** The same view without empty paper where there is drawing to show instead. */
export function filled(view: View, whole: Size, frame: Size): View {
  const along = (at: number, seen: number, all: number) => {
    const margin = MARGIN / view.scale;
    if (seen >= all + 2 * margin) return (all - seen) / 2;
    return Math.min(Math.max(at, -margin), all + margin - seen);
  };
  const seen = seenBy(view, frame);
  return {
    scale: view.scale,
    x: along(view.x, seen.width, whole.width),
    y: along(view.y, seen.height, whole.height),
  };
}

/** The view after a zoom that keeps one place of the frame as it is. */
export function zoomed(view: View, factor: number, place: Point): View {
  const scale = Math.min(MOST, Math.max(LEAST, view.scale * factor));
  const shift = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + place.x * shift, y: view.y + place.y * shift };
}

/** The view after it moved by pixels of the frame. */
export function moveBy(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale };
}

/** The part of the drawing that a view shows. */
export function seenBy(view: View, frame: Size): Box {
  return {
    x: view.x,
    y: view.y,
    width: frame.width / view.scale,
    height: frame.height / view.scale,
  };
}

/** Whether a box is seen whole. */
export function isSeen(box: Box, view: View, frame: Size): boolean {
  const seen = seenBy(view, frame);
  return (
    box.x >= seen.x &&
    box.y >= seen.y &&
    box.x + box.width <= seen.x + seen.width &&
    box.y + box.height <= seen.y + seen.height
  );
}

/** A view on the way from one to another. */
export function between(from: View, to: View, share: number): View {
  const at = (one: number, other: number) => one + (other - one) * share;
  return { scale: at(from.scale, to.scale), x: at(from.x, to.x), y: at(from.y, to.y) };
}

/** The middle of a box. */
export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** How far two points are from each other. */
export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
