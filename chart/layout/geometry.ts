import type { ElkExtendedEdge } from 'elkjs/lib/elk-api.js';
import type { Box, Point } from '../model/chart.types.ts';

/** A turn that is no wider than this is a detour around nothing, in pixels. */
const NARROW = 24;

/** Half a pixel is as fine as a drawing needs. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}

/** A box in half pixels. */
export function rounded(box: Box): Box {
  return {
    x: round(box.x),
    y: round(box.y),
    width: round(box.width),
    height: round(box.height),
  };
}

/** The points of a laid edge, from the corner that its container has in the drawing. */
export function pointsOf(edge: ElkExtendedEdge, origin: Point): readonly Point[] {
  return (edge.sections ?? [])
    .flatMap(({ startPoint, bendPoints, endPoint }) => [
      startPoint,
      ...(bendPoints ?? []),
      endPoint,
    ])
    .map(({ x, y }) => ({ x: round(x + origin.x), y: round(y + origin.y) }));
}

/** The same line without points that say nothing, and without narrow turns that come back at once. */
export function tidied(points: readonly Point[]): readonly Point[] {
  return withoutIdle(shortened(withoutIdle(points)));
}

function withoutIdle(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const isStraight =
      before &&
      last &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isStraight) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** A line that goes out, turns within a few pixels and comes back turns as early as it can. */
function shortened(points: readonly Point[]): readonly Point[] {
  const result = [...points];
  for (let index = 1; index + 2 < result.length; index += 1) {
    const [from, out, back, to] = result.slice(index - 1, index + 3);
    if (!from || !out || !back || !to) break;
    for (const [along, across] of [
      ['x', 'y'],
      ['y', 'x'],
    ] as const) {
      const isTurn =
        from[across] === out[across] && out[along] === back[along] && back[across] === to[across];
      const there = out[along] - from[along];
      const again = to[along] - back[along];
      if (!isTurn || there * again >= 0 || Math.abs(out[across] - back[across]) > NARROW) continue;
      const turn = Math.abs(there) < Math.abs(again) ? from[along] : to[along];
      result[index] = { ...out, [along]: turn };
      result[index + 1] = { ...back, [along]: turn };
    }
  }
  return result;
}
