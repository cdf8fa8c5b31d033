import type { Box, Point } from '#chart/model/chart.types.ts';

/** The visible part of the drawing: its top left corner in drawing pixels, and its scale. */
export interface View extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_SCALE = 0.03;
const MAX_SCALE = 3;
/** Frame pixels kept free around a box that is fitted. */
const MARGIN = 24;

/**
 * The view that shows a whole box in the middle of the frame.
 *
 * @param maxScale the largest scale to use
 */
export function viewOfBox(box: Box, frame: Size, maxScale = 1): View {
  const scaleToWidth = frame.width / (box.width + 2 * MARGIN);
  const scaleToHeight = frame.height / (box.height + 2 * MARGIN);
  const scale = Math.max(MIN_SCALE, Math.min(scaleToWidth, scaleToHeight));
  return viewCentredOn(middleOf(box), Math.min(maxScale, scale), frame);
}

/** The view that has a point of the drawing in the middle of the frame. */
export function viewCentredOn(point: Point, scale: number, frame: Size): View {
  return viewWithPointAt(point, { x: frame.width / 2, y: frame.height / 2 }, scale);
}

/** The view that has a point of the drawing at a position in the frame. */
export function viewWithPointAt(point: Point, position: Point, scale: number): View {
  return { scale, x: point.x - position.x / scale, y: point.y - position.y / scale };
}

/** The same view, moved so that it shows no more empty space outside the drawing than it must. */
export function withoutEmptySpace(view: View, drawing: Size, frame: Size): View {
  const clamp = (start: number, visible: number, total: number) => {
    const margin = MARGIN / view.scale;
    if (visible >= total + 2 * margin) return (total - visible) / 2;
    return Math.min(Math.max(start, -margin), total + margin - visible);
  };
  const visible = visibleArea(view, frame);
  return {
    scale: view.scale,
    x: clamp(view.x, visible.width, drawing.width),
    y: clamp(view.y, visible.height, drawing.height),
  };
}

/** The view after a zoom around a position in the frame. */
export function zoomedView(view: View, factor: number, position: Point): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const shift = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + position.x * shift, y: view.y + position.y * shift };
}

/** The view moved by frame pixels. */
export function pannedView(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale };
}

/** The part of the drawing that a view shows. */
export function visibleArea(view: View, frame: Size): Box {
  return {
    x: view.x,
    y: view.y,
    width: frame.width / view.scale,
    height: frame.height / view.scale,
  };
}

export function isFullyVisible(box: Box, view: View, frame: Size): boolean {
  const visible = visibleArea(view, frame);
  return (
    box.x >= visible.x &&
    box.y >= visible.y &&
    box.x + box.width <= visible.x + visible.width &&
    box.y + box.height <= visible.y + visible.height
  );
}

/** @param progress 0 for the first view, 1 for the second */
export function interpolatedView(from: View, to: View, progress: number): View {
  const interpolate = (start: number, end: number) => start + (end - start) * progress;
  return {
    scale: interpolate(from.scale, to.scale),
    x: interpolate(from.x, to.x),
    y: interpolate(from.y, to.y),
  };
}

export function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
