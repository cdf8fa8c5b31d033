import { beforeAll, describe, expect, test } from 'vitest';
import { layOutDetails } from '#chart/layout/details-layout.ts';
import { simplified } from '#chart/layout/geometry.ts';
import { layOutOverview } from '#chart/layout/overview-layout.ts';
import { chartCards, compoundTitle, SIZES, type TextLine, textWidth } from '#chart/model/cards.ts';
import type { Box, ChartLayout, Direction, Level, RoutedEdge } from '#chart/model/chart.types.ts';
import { collapse } from '#chart/model/collapse.ts';
import { namePlacement, transitionGroups } from '#chart/model/overview.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';

const graph = chartGraph(authMachine);
const compounds = graph.states.filter(({ kind }) => kind !== 'leaf');

interface Label {
  readonly name: string;
  readonly box: Box;
}

function lineBox({ kind, text, x, y }: TextLine, at: Box): Box {
  const size = kind === 'title' ? SIZES.title : SIZES.text;
  return { x: at.x + x, y: at.y + y - size * 0.8, width: textWidth(text, size), height: size };
}

/** Every line of text of a drawing in detail, where it stands. */
function linesOf({ boxes }: ChartLayout): readonly Label[] {
  const titles = compounds.map((state) => ({ card: compoundTitle(state), at: boxes[state.id] }));
  const cards = chartCards(graph).map((card) => ({ card, at: boxes[card.id] }));
  return [...titles, ...cards].flatMap(({ card, at }) => {
    if (at === undefined) return [];
    const lines = [...card.lines, ...card.rows.flatMap((row) => row.lines)];
    return lines.map((line) => ({ name: `${card.id}: ${line.text}`, box: lineBox(line, at) }));
  });
}

/** The names of the overview, where they stand; the root has none there. */
function namesOf({ boxes }: ChartLayout): readonly Label[] {
  return graph.states.flatMap((state) => {
    const at = boxes[state.id];
    if (at === undefined || state.parent === null) return [];
    const { x, y, size, text } = namePlacement(state);
    const box = {
      x: at.x + x,
      y: at.y + y - size * 0.8,
      width: textWidth(text, size),
      height: size,
    };
    return [{ name: state.id, box }];
  });
}

/** What is drawn of a level: the least number of its labels, and the lines it must have. */
const LEVELS = {
  overview: {
    layOutLevel: layOutOverview,
    labelsOf: namesOf,
    labels: 50,
    lines: transitionGroups(graph).map(({ id }) => id),
  },
  details: {
    layOutDetails,
    labelsOf: linesOf,
    labels: 400,
    lines: graph.transitions.filter(({ targets }) => targets.length > 0).map(({ id }) => id),
  },
} as const;

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function overlaps(labels: readonly Label[]): readonly string[] {
  return labels.flatMap((one, index) =>
    labels
      .slice(index + 1)
      .filter((other) => overlap(one.box, other.box))
      .map((other) => `${one.name} | ${other.name}`),
  );
}

function segments({ points }: RoutedEdge): readonly Box[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.max(Math.abs(from.x - to.x), 0.01),
      height: Math.max(Math.abs(from.y - to.y), 0.01),
    };
  });
}

function crossings({ edges }: ChartLayout, labels: readonly Label[]): readonly string[] {
  return edges.flatMap((edge) =>
    segments(edge).flatMap((segment) =>
      labels.filter(({ box }) => overlap(segment, box)).map(({ name }) => `${edge.id} x ${name}`),
    ),
  );
}

const drawings: readonly { readonly level: Level; readonly direction: Direction }[] = [
  { level: 'overview', direction: 'right' },
  { level: 'overview', direction: 'down' },
  { level: 'details', direction: 'right' },
  { level: 'details', direction: 'down' },
];
const closings: readonly (readonly string[])[] = [
  compounds.filter(({ parent }) => parent !== null).map(({ id }) => id),
  ...compounds.filter(({ parent }) => parent !== null).map(({ id }) => [id]),
];

describe.each(drawings)('the $level to the $direction', ({ level, direction }) => {
  const { layOutLevel, labelsOf, labels: least, lines } = LEVELS[level];
  let layout: ChartLayout;

  beforeAll(async () => {
    layout = await layOutLevel(graph, direction);
  }, 120_000);

  test('has a place for every state and a line for everything that leads somewhere', () => {
    expect(graph.states.filter(({ id }) => layout.boxes[id] === undefined)).toEqual([]);
    const drawn = new Set(layout.edges.map(({ id }) => id));
    expect(lines.filter((id) => !drawn.has(id))).toEqual([]);
    expect(lines.length).toBeGreaterThan(100);
  });

  test('lets no two labels overlap, and no line cross one', () => {
    const labels = labelsOf(layout);
    expect(labels.length).toBeGreaterThan(least);
    expect(overlaps(labels)).toEqual([]);
    expect(crossings(layout, labels)).toEqual([]);
  });

  test('has every name and every line of text inside its state', () => {
    const strays = labelsOf(layout).filter(({ name, box }) => {
      const [id = ''] = name.split(': ');
      const around = layout.boxes[id];
      return around === undefined || !isInside(box, around);
    });
    expect(strays).toEqual([]);
  });

  test('puts every state inside the one around it', () => {
    const strays = graph.states.filter(({ id, parent }) => {
      const inner = layout.boxes[id];
      const outer = layout.boxes[parent ?? id];
      return !inner || !outer || !isInside(inner, outer);
    });
    expect(strays).toEqual([]);
  });

  test.each(closings.map((ids) => ({ name: ids.length === 1 ? ids[0] : 'everything', ids })))(
    'keeps all of that with $name closed',
    ({ ids }) => {
      const closed = collapse(graph, layout, new Set(ids), level);
      const labels = labelsOf(closed);
      expect(overlaps(labels)).toEqual([]);
      expect(crossings(closed, labels)).toEqual([]);
      expect(closed.width * closed.height).toBeLessThan(layout.width * layout.height);
      const slanted = closed.edges.filter(({ points }) =>
        points.some(({ x, y }, index) => {
          const next = points[index + 1];
          return next !== undefined && next.x !== x && next.y !== y;
        }),
      );
      expect(slanted).toEqual([]);
    },
  );

  test('is the same every time', async () => {
    expect(await layOutLevel(graph, direction)).toEqual(layout);
  }, 120_000);
});

test('a line that turns back at once turns as early as it can, and loses no corner it needs', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 50 },
    { x: -300, y: 50 },
    { x: -300, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 90 },
  ];
  expect(simplified(points)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 90 },
  ]);
});

test('the test sees an overlap and a crossing', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const labels = [
    { name: 'one', box },
    { name: 'other', box: { ...box, x: 5 } },
  ];
  const edge = {
    id: 'line',
    points: [
      { x: -5, y: 5 },
      { x: 5, y: 5 },
    ],
  };
  expect(overlaps(labels)).toEqual(['one | other']);
  expect(crossings({ width: 0, height: 0, boxes: {}, edges: [edge] }, labels)).toEqual([
    'line x one',
  ]);
});
