import type { MachineGraph } from '../explore/machine-graph.ts';
import type { Box, ChartLayout, Edge } from '../layout/layout.types.ts';

/** Pixels that two lines may share, where one of them turns. */
const TOUCH = 4;

/** What makes a drawing hard to read: what lies on something else, and lines that do not end at their target. */
export function drawingProblems(
  { states }: MachineGraph,
  { boxes, edges }: ChartLayout,
): readonly string[] {
  const shown = states.filter(({ id }) => Object.hasOwn(boxes, id));
  const leaves = shown.filter(({ id }) => !shown.some(({ parent }) => parent === id));
  const named = [
    ...leaves.flatMap(({ id }) => ({ name: id, box: boxes[id] ?? [0, 0, 0, 0] })),
    ...edges.flatMap(({ label }) => (label?.box ? { name: label.text, box: label.box } : [])),
  ];
  const drawn = edges.filter(({ points }) => points.length > 0);
  return [
    ...pairs(named).flatMap(([a, b]) =>
      overlaps(a.box, b.box) ? `${a.name} covers ${b.name}` : [],
    ),
    ...pairs(drawn).flatMap(([a, b]) => (runTogether(a, b) ? `${a.id} runs along ${b.id}` : [])),
    ...drawn.flatMap(({ id, points }) => {
      const [x = 0, y = 0] = points.slice(-2);
      const initial = states.find((state) => id === `initial | ${state.id}`)?.initial;
      const target = boxes[initial ?? id.split(' → ')[1] ?? ''];
      const isAt = target !== undefined && overlaps([x - 2, y - 2, 4, 4], target);
      return isAt ? [] : `${id} ends elsewhere`;
    }),
  ];
}

function pairs<Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b) => [a, b] as const));
}

function overlaps([x, y, width, height]: Box, [otherX, otherY, otherWidth, otherHeight]: Box) {
  return (
    x < otherX + otherWidth && otherX < x + width && y < otherY + otherHeight && otherY < y + height
  );
}

/** Whether two lines of horizontal and vertical parts share more than a point. */
function runTogether(one: Edge, other: Edge): boolean {
  return partsOf(one).some(([a, b, c, d]) =>
    partsOf(other).some(([e, f, g, h]) => {
      const width = Math.min(c, g) - Math.max(a, e);
      const height = Math.min(d, h) - Math.max(b, f);
      return (width > TOUCH && height === 0) || (height > TOUCH && width === 0);
    }),
  );
}

function partsOf({ points }: Edge): readonly (readonly [number, number, number, number])[] {
  return points.slice(2).flatMap((_, index) => {
    const [a = 0, b = 0, c = 0, d = 0] = points.slice(index, index + 4);
    const part = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const;
    return index % 2 === 0 ? [part] : [];
  });
}
