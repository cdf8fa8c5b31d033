import { ownValue } from '../../explore/values.ts';
import { labelSize, ownCardId } from '../../layout/cards.ts';
import type { Box, ChartLayout, Edge } from '../../layout/layout.types.ts';

/** The length of an arrow, in pixels. */
const ARROW = 8;
/** How far a line between states beside one another rises, in pixels. */
const RISE = 40;
/** Where a label may be along its line, the best place first. */
const PLACES = [0.5, 0.3, 0.7, 0.15, 0.85];
const NOWHERE: Box = [0, 0, 0, 0];

type Boxes = ChartLayout['boxes'];

/** The corners of a line. One without a route leads straight from one state to the other. */
export function cornersOf({ id, points }: Edge, boxes: Boxes): readonly number[] {
  if (points.length > 0) return points;
  const [from = '', to = ''] = id.split(' → ');
  const [x, y, width, height] = boxes[ownCardId(from)] ?? ownValue(boxes, from) ?? NOWHERE;
  const [endX, endY, endWidth, endHeight] = ownValue(boxes, to) ?? NOWHERE;
  const [isBelow, isAbove] = [endY > y + height, endY + endHeight < y];
  const top = isBelow ? y + height : y;
  const bottom = isAbove ? endY + endHeight : endY;
  // To a state that is beside it or around it, the line leads above both.
  const middle = isBelow || isAbove ? (top + bottom) / 2 : Math.min(top, bottom) - RISE;
  const [startX, targetX] = [x + width / 2, endX + endWidth / 2];
  return [startX, top, startX, middle, targetX, middle, targetX, bottom];
}

/** An arrow at the end of a line. */
export function arrowPath(corners: readonly number[]): string {
  const [fromX = 0, fromY = 0, x = 0, y = 0] = corners.slice(-4);
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const side = (sign: number) =>
    `${x - dx * ARROW + (sign * dy * ARROW) / 2} ${y - dy * ARROW + (sign * dx * ARROW) / 2}`;
  return `M${x} ${y}L${side(1)}L${side(-1)}Z`;
}

/** The box of a label on its line, where it hides no other one. */
export function labelBox(text: string, corners: readonly number[], others: readonly Box[]): Box {
  const { width, height } = labelSize(text);
  const places = PLACES.map((part): Box => {
    const start = 2 * Math.floor(part * (corners.length / 2 - 1));
    const middle = (axis: number) =>
      ((corners[start + axis] ?? 0) + (corners[start + 2 + axis] ?? 0)) / 2;
    return [middle(0) - width / 2, middle(1) - height / 2, width, height];
  });
  const isFree = (place: Box) => !others.some((other) => overlaps(place, other));
  return places.find(isFree) ?? places[0] ?? NOWHERE;
}

function overlaps([x, y, width, height]: Box, [left, top, otherWidth, otherHeight]: Box): boolean {
  return x < left + otherWidth && left < x + width && y < top + otherHeight && top < y + height;
}
