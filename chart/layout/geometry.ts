import type { ElkExtendedEdge } from 'elkjs/lib/elk-api.js';
import type { Box, Point } from '../model/chart.types.ts';

/** A detour that is no wider than this is removed, in pixels. */
const MAX_DETOUR = 24;

/** The box with its values rounded to pixels, to keep the build's data small. */
export function roundedBox(box: Box): Box {
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

/** The points of an edge that ELK has routed, moved by the origin of its container. */
export function edgePoints(edge: ElkExtendedEdge, origin: Point): readonly Point[] {
  return (edge.sections ?? [])
    .flatMap(({ startPoint, bendPoints, endPoint }) => [
      startPoint,
      ...(bendPoints ?? []),
      endPoint,
    ])
    .map(({ x, y }) => ({ x: Math.round(x + origin.x), y: Math.round(y + origin.y) }));
}

/** Returns a polyline without its redundant points and its narrow detours. */
export function simplifiedPolyline(points: readonly Point[]): readonly Point[] {
  return withoutRedundantPoints(withoutNarrowDetours(withoutRedundantPoints(points)));
}

function withoutRedundantPoints(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [previous, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const isStraight =
      previous &&
      last &&
      ((previous.x === last.x && last.x === point.x) ||
        (previous.y === last.y && last.y === point.y));
    if (isStraight) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Moves a turn that is followed by a turn back within a few pixels to the earliest possible point. */
function withoutNarrowDetours(points: readonly Point[]): readonly Point[] {
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
      const outward = out[along] - from[along];
      const backward = to[along] - back[along];
      if (!isTurn || outward * backward >= 0 || Math.abs(out[across] - back[across]) > MAX_DETOUR)
        continue;
      const turn = Math.abs(outward) < Math.abs(backward) ? from[along] : to[along];
      result[index] = { ...out, [along]: turn };
      result[index + 1] = { ...back, [along]: turn };
    }
  }
  return result;
}
