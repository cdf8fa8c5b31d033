import type { Box, Point } from '#chart/model/chart.types.ts';

/** The visible part of the drawing: its top left corner in drawing pixels, and its scale. */
export interface Viewport extends Point {
  readonly scale: number;
}

/** In pixels: of the drawing, or of the frame that shows a part of it. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_SCALE = 0.03;
const MAX_SCALE = 3;
/** Frame pixels kept free around a box that is fitted. */
const MARGIN = 12;

/**
 * The viewport that shows a whole box in the middle of the frame.
 *
 * @param maxScale the largest scale to use
 */
export function viewportOfBox(box: Box, frame: Size, maxScale = 1): Viewport {
  const scaleToWidth = frame.width / (box.width + 2 * MARGIN);
  const scaleToHeight = frame.height / (box.height + 2 * MARGIN);
  const scale = Math.max(MIN_SCALE, Math.min(scaleToWidth, scaleToHeight));
  return viewportCentredOn(middleOf(box), Math.min(maxScale, scale), frame);
}

/** The viewport that has a point of the drawing in the middle of the frame. */
export function viewportCentredOn(point: Point, scale: number, frame: Size): Viewport {
  return viewportWithPointAt(point, { x: frame.width / 2, y: frame.height / 2 }, scale);
}

/** The viewport that has a point of the drawing at a position in the frame. */
export function viewportWithPointAt(point: Point, position: Point, scale: number): Viewport {
  return { scale, x: point.x - position.x / scale, y: point.y - position.y / scale };
}

/** The given viewport, moved so that it shows no more empty space outside the drawing than it must. */
export function withoutEmptySpace(view: Viewport, drawing: Size, frame: Size): Viewport {
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

/** The given viewport, moved no further than needed to have the middle of the frame on the drawing. */
export function boundedViewport(view: Viewport, drawing: Size, frame: Size): Viewport {
  const { width, height } = visibleArea(view, frame);
  const clamp = (start: number, visible: number, total: number) =>
    Math.min(Math.max(start, 0 - visible / 2), total - visible / 2);
  return {
    scale: view.scale,
    x: clamp(view.x, width, drawing.width),
    y: clamp(view.y, height, drawing.height),
  };
}

/** The given viewport, moved no further than needed to show a whole box, if the frame has room for it. */
export function withBoxInView(view: Viewport, box: Box, frame: Size): Viewport {
  const move = (start: number, visible: number, from: number, length: number) =>
    length > visible ? start : Math.min(Math.max(start, from + length - visible), from);
  const { width, height } = visibleArea(view, frame);
  return {
    scale: view.scale,
    x: move(view.x, width, box.x, box.width),
    y: move(view.y, height, box.y, box.height),
  };
}

/** The viewport after a zoom around a position in the frame. */
export function zoomedViewport(view: Viewport, factor: number, position: Point): Viewport {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const shift = 1 / view.scale - 1 / scale;
  return { scale, x: view.x + position.x * shift, y: view.y + position.y * shift };
}

/** The viewport moved by frame pixels. */
export function pannedViewport(view: Viewport, x: number, y: number): Viewport {
  return { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale };
}

/** The part of the drawing that a viewport shows. */
export function visibleArea(view: Viewport, frame: Size): Box {
  return {
    x: view.x,
    y: view.y,
    width: frame.width / view.scale,
    height: frame.height / view.scale,
  };
}

export function isFullyVisible(box: Box, view: Viewport, frame: Size): boolean {
  const visible = visibleArea(view, frame);
  return (
    box.x >= visible.x &&
    box.y >= visible.y &&
    box.x + box.width <= visible.x + visible.width &&
    box.y + box.height <= visible.y + visible.height
  );
}

/** @param progress from 0, which gives `from`, to 1, which gives `to` */
export function interpolatedViewport(from: Viewport, to: Viewport, progress: number): Viewport {
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
