import { beforeAll, describe, expect, test } from 'vitest';
import { buildConfig } from '#chart/chart.config.ts';
import { mainPathOf, returnsBetween } from '#chart/layout/chart-data.ts';
import { layOutDetails } from '#chart/layout/details-layout.ts';
import { simplifiedPolyline } from '#chart/layout/geometry.ts';
import { layOutOverview } from '#chart/layout/overview-layout.ts';
import { chartCards, compoundTitle, SIZES, type TextLine, textWidth } from '#chart/model/cards.ts';
import type {
  Box,
  ChartLayout,
  DetailLevel,
  LayoutDirection,
  RoutedEdge,
} from '#chart/model/chart.types.ts';
import { activeInside, closedNotes, mapGraph } from '#chart/model/map.ts';
import {
  edgeLabels,
  LABEL_FONT_SIZE,
  namePlacement,
  notePlacement,
  transitionGroups,
} from '#chart/model/overview.ts';
import { packLayouts, unpackLayouts } from '#chart/model/packed-layouts.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { type MachineGraph, machineGraph } from '#statechart/explore/machine-graph.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const walks = buildConfig.mainWalks.map(({ input, steps }) => ({
  input,
  states: stepper.replay(input, steps),
}));
const returns = returnsBetween(walks);
const map = mapGraph(graph, returns);
const mainLabels = edgeLabels(map, mainPathOf(map, walks));
const mapNotes = closedNotes(graph, map, buildConfig.mapNotes);
const mapOptions = { labels: mainLabels, notes: mapNotes };
const compounds = graph.states.filter(({ kind }) => kind !== 'leaf');

interface Label {
  readonly name: string;
  readonly box: Box;
}

function lineBox({ kind, text, x, y }: TextLine, at: Box): Box {
  const size = kind === 'title' ? SIZES.title : SIZES.text;
  return { x: at.x + x, y: at.y + y - size * 0.8, width: textWidth(text, size), height: size };
}

/** Every line of text in the details, with its box. */
function linesOf({ boxes }: ChartLayout): readonly Label[] {
  const titles = compounds.map((state) => ({ card: compoundTitle(state), at: boxes[state.id] }));
  const cards = chartCards(graph).map((card) => ({ card, at: boxes[card.id] }));
  return [...titles, ...cards].flatMap(({ card, at }) => {
    if (at === undefined) return [];
    const lines = [...card.lines, ...card.rows.flatMap((row) => row.lines)];
    return lines.map((line) => ({ name: `${card.id}: ${line.text}`, box: lineBox(line, at) }));
  });
}

/** The names in the overview, with their boxes, and the notes below them. The root's name is not drawn. */
function namesOf(
  { boxes, labels = [] }: ChartLayout,
  { states } = graph,
  notes: Readonly<Record<string, string>> = {},
): readonly Label[] {
  const names = states.flatMap((state) => {
    const at = boxes[state.id];
    if (at === undefined || state.parent === null) return [];
    const note = notes[state.id];
    return [namePlacement(state), ...(note ? [notePlacement(note, at.width)] : [])].map(
      ({ x, y, size, text }) => ({
        name: `${state.id}: ${text}`,
        box: {
          x: at.x + x,
          y: at.y + y - size * 0.8,
          width: textWidth(text, size),
          height: size,
        },
      }),
    );
  });
  return [...names, ...labels.map(({ edge, ...box }) => ({ name: edge, box }))];
}

/** For each level its layout function, its labels, their minimal number and the ids of its edges. */
const LEVELS = {
  map: {
    layOutLevel: (_: MachineGraph, direction: LayoutDirection) =>
      layOutOverview(map, direction, mapOptions),
    labelsOf: (layout: ChartLayout) => namesOf(layout, map, mapNotes),
    minLabels: map.states.length - 2,
    edges: transitionGroups(map).map(({ id }) => id),
  },
  overview: {
    layOutLevel: (_: MachineGraph, direction: LayoutDirection) => layOutOverview(graph, direction),
    labelsOf: (layout: ChartLayout) => namesOf(layout),
    minLabels: 50,
    edges: transitionGroups(graph).map(({ id }) => id),
  },
  details: {
    layOutLevel: layOutDetails,
    labelsOf: linesOf,
    minLabels: 400,
    edges: graph.transitions.filter(({ targets }) => targets.length > 0).map(({ id }) => id),
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

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function overlaps(labels: readonly Label[]): readonly string[] {
  return labels.flatMap((label, index) =>
    labels
      .slice(index + 1)
      .filter(({ box }) => overlap(label.box, box))
      .map(({ name }) => `${label.name} | ${name}`),
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
      labels
        .filter(({ name, box }) => name !== edge.id && overlap(segment, box))
        .map(({ name }) => `${edge.id} x ${name}`),
    ),
  );
}

const drawings: readonly { readonly level: DetailLevel; readonly direction: LayoutDirection }[] = [
  { level: 'map', direction: 'right' },
  { level: 'map', direction: 'down' },
  { level: 'overview', direction: 'right' },
  { level: 'overview', direction: 'down' },
  { level: 'details', direction: 'right' },
  { level: 'details', direction: 'down' },
];
describe.each(drawings)('the $level layout to the $direction', ({ level, direction }) => {
  const { layOutLevel, labelsOf, minLabels, edges } = LEVELS[level];
  const { states } = level === 'map' ? map : graph;
  let layout: ChartLayout;

  beforeAll(async () => {
    layout = await layOutLevel(graph, direction);
  }, 120_000);

  test('has a box for every state and an edge for every transition with a target', () => {
    expect(states.filter(({ id }) => layout.boxes[id] === undefined)).toEqual([]);
    const drawn = new Set(layout.edges.map(({ id }) => id));
    expect(edges.filter((id) => !drawn.has(id))).toEqual([]);
    expect(edges.length).toBeGreaterThan(level === 'map' ? 40 : 100);
  });

  test('has no overlapping labels, and no edge that crosses a label', () => {
    const labels = labelsOf(layout);
    expect(labels.length).toBeGreaterThan(minLabels);
    expect(overlaps(labels)).toEqual([]);
    expect(crossings(layout, labels)).toEqual([]);
  });

  test('keeps every label inside the box of its state', () => {
    const ofStates = labelsOf(layout).filter(({ name }) => !name.includes(' → '));
    const outside = ofStates.filter(({ name, box }) => {
      const [id = ''] = name.split(': ');
      const around = layout.boxes[id];
      return around === undefined || !isInside(box, around);
    });
    expect(outside).toEqual([]);
  });

  test('keeps every state inside its parent', () => {
    const outside = states.filter(({ id, parent }) => {
      const inner = layout.boxes[id];
      const outer = layout.boxes[parent ?? id];
      return !inner || !outer || !isInside(inner, outer);
    });
    expect(outside).toEqual([]);
  });

  test('is the same after it was packed for the page', () => {
    const levels = { map: layout, overview: layout, details: layout };
    const packed = JSON.stringify(packLayouts(graph, { right: levels, down: levels }, returns));
    expect(unpackLayouts(graph, JSON.parse(packed), returns).down.details).toEqual(layout);
  });

  test('is equal when it is computed again', async () => {
    expect(await layOutLevel(graph, direction)).toEqual(layout);
  }, 120_000);
});

test('the map is read from the start: its initial states come first, and on a phone it is one narrow column', async () => {
  const [right, down] = await Promise.all(
    (['right', 'down'] as const).map((direction) => layOutOverview(map, direction, mapOptions)),
  );
  const topOf = (layout: ChartLayout | undefined, id: string) => layout?.boxes[id]?.y ?? Number.NaN;
  const inside = map.states.filter(({ parent }) => parent === 'signedOut').map(({ id }) => id);
  for (const layout of [right, down]) {
    const others = inside.filter((id) => id !== 'signedOut.default');
    expect(topOf(layout, 'signedOut.default')).toBeLessThan(
      Math.min(...others.map((id) => topOf(layout, id))),
    );
  }
  const tops = inside.map((id) => topOf(down, id));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(new Set(tops).size).toBe(inside.length);
  // At 13 px, a name of 23 px fits into a window of 360 px.
  expect(down?.width).toBeLessThan(500);
  expect(right?.labels).toHaveLength(mainLabels.size);
});

test('an edge leads straight to its target: one back to an earlier state leaves at the top and arrives at the bottom', async () => {
  const { boxes, edges } = await layOutOverview(map, 'right', mapOptions);
  const order = map.states.map(({ id }) => id);
  const inside = order.filter((id) => id.startsWith('signedOut.'));
  const between = edges.flatMap(({ id, points }) => {
    const [source = '', target = ''] = id.split(' → ');
    const [from, to] = [boxes[source], boxes[target]];
    const [start, end] = [points[0], points.at(-1)];
    if (!from || !to || !start || !end || !inside.includes(source) || !inside.includes(target))
      return [];
    const isBack = order.indexOf(target) < order.indexOf(source);
    const isStraight = isBack
      ? start.y === from.y && end.y === to.y + to.height
      : start.y === from.y + from.height && end.y === to.y;
    return [{ id, isBack, isStraight }];
  });
  expect(between.filter(({ isBack }) => isBack).length).toBeGreaterThan(10);
  expect(between.filter(({ isStraight }) => !isStraight).map(({ id }) => id)).toEqual([]);
});

test('the initial state comes first in the overview, too, and names and labels of the map are 13 px in a window of 1440 x 900', async () => {
  const overview = await layOutOverview(graph, 'right');
  const top = (id: string) => overview.boxes[id]?.y ?? Number.NaN;
  const siblings = graph.states.filter(({ parent }) => parent === 'signedOut');
  expect(Math.min(...siblings.map(({ id }) => top(id)))).toBe(top('signedOut.default'));
  const { width, height } = await layOutOverview(map, 'right', mapOptions);
  // The frame of the drawing, with its margins.
  const scale = Math.min(1_072 / (width + 24), 680 / (height + 24));
  const [leaf] = map.states.filter(({ kind }) => kind === 'leaf');
  expect(scale * (leaf ? namePlacement(leaf).size : 0)).toBeGreaterThanOrEqual(13);
  expect(scale * LABEL_FONT_SIZE).toBeGreaterThanOrEqual(13);
}, 60_000);

test('the map names the edges of the main walks, all of whose steps can be taken', () => {
  for (const { input, steps } of buildConfig.mainWalks) {
    expect(stepper.replay(input, steps)).toHaveLength(steps.length + 1);
  }
  expect(Object.fromEntries(mainLabels)).toMatchObject({
    'signedOut.selecting → signedOut.exchanging': 'organization.choose',
    'signedOut.stepUp → signedOut.exchanging': 'result of verifyCode',
    'signedOut.exchanging → signedIn': 'result of exchange',
    // Google is no state of the machine: the page is left, and another one starts.
    'signedOut.default → restoring': 'back from Google',
  });
});

test('a closed state of the map says how many states it hides, and which of them are active', () => {
  const notes = closedNotes(graph, map, { 'signedOut.stepUp': 'a note' });
  expect(notes).toMatchObject({ 'signedOut.default': '3 states', 'signedOut.stepUp': 'a note' });
  expect(notes).not.toHaveProperty('signedOut.redeeming');
  expect(activeInside(map, ['signedIn.refreshing.waiting'])).toEqual({
    signedIn: 'refreshing.waiting',
  });
  const regions = ['signedOut.stepUp.otp.awaitingCode', 'signedOut.stepUp.magicLink.idle'];
  expect(activeInside(map, regions)).toEqual({ 'signedOut.stepUp': 'awaitingCode · idle' });
  expect(activeInside(map, ['signedOut.redeeming'])).toEqual({});
  expect(notePlacement('refreshing.waiting', 100)).toMatchObject({ width: 76 });
  expect(notePlacement('idle', 100)).not.toHaveProperty('width');
});

test('simplifiedPolyline() removes a narrow detour and keeps the other corners', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 50 },
    { x: -300, y: 50 },
    { x: -300, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 90 },
  ];
  expect(simplifiedPolyline(points)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 55 },
    { x: 100, y: 55 },
    { x: 100, y: 90 },
  ]);
});

test('the helpers of this test find an overlap and a crossing', () => {
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
