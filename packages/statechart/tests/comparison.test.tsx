// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { defaultStepper } from '../explore/default-stepper.ts';
import { type MachineGraph, machineGraph } from '../explore/machine-graph.ts';
import { typedCase } from '../explore/steps.ts';
import { attempt } from '../explore/walk.ts';
import { layOut } from '../layout/lay-out.ts';
import { Drawing } from '../page/drawing/drawing.tsx';
import { NO_HIGHLIGHTS } from '../page/drawing/highlights.ts';
import { Inspector } from '../page/inspector.tsx';
import { drawingProblems } from './drawing-problems.ts';
import { foreign } from './foreign-machines.ts';
import { publicMachines } from './public-machines.ts';
import { writtenIn } from './written.ts';

afterEach(cleanup);

const machines: readonly (readonly [string, AnyStateMachine])[] = [
  ...Object.entries(publicMachines),
  ...Object.entries(foreign).map(([name, [machine]]) => [name, machine] as const),
];

const NO_WALKS = { main: [], testTemplate: '' };
const nothing = () => undefined;
const handlers = { onPart: nothing, onReach: nothing };

/** What the details and the list of all transitions show otherwise than a machine is written, or unreadably. */
async function differences(machine: AnyStateMachine, graph: MachineGraph) {
  const layout = await layOut({ graph, level: 'details' });
  const drawn = { graph, layout, main: [], highlights: NO_HIGHLIGHTS, focusable: '' };
  const data = { graph, codes: {}, layouts: { map: layout, details: layout }, ...NO_WALKS };
  const { container, unmount } = render(
    <main translate="no">
      <svg aria-hidden="true">
        <Drawing {...drawn} level="details" />
      </svg>
      <Inspector data={data} selected={null} part={null} {...handlers} />
    </main>,
  );
  const all = (selector: string, within: Element = container) => [
    ...within.querySelectorAll(selector),
  ];
  const rows = all('[data-transition]').map((row) => {
    row.querySelector('p')?.remove();
    const text = row.textContent.replaceAll(/ +/g, ' ').trim();
    return text.replace(/ (?:\[else\]|stays|forbidden|enters again)/g, '');
  });
  const { states, rows: written } = writtenIn(machine);
  const lost = [...states].flatMap(([id, { kind, names }]) => {
    const boxes = all('[data-state], [data-own]').filter(
      (each) => (each.getAttribute('data-state') ?? each.getAttribute('data-own')) === id,
    );
    const notes = boxes.flatMap((box) => all('.sc-note', box)).map((each) => each.textContent);
    const isDrawn = id === '(root)' || boxes.some((box) => box.classList.contains(`sc-${kind}`));
    const text = `${notes.join(' ').replaceAll(',', ' ')} `;
    const lacking = names.filter((name) => !text.includes(` ${name} `));
    return [
      ...(isDrawn ? [] : [`${id} is no ${kind}`]),
      ...lacking.map((name) => `${id}: ${name}`),
    ];
  });
  const added = all('[data-state]').map((each) => each.getAttribute('data-state') ?? '');
  unmount();
  return [
    ...drawingProblems(graph, layout),
    ...lost,
    ...added.filter((id) => !states.has(id)),
    ...rowsBeside(written, rows).map((row) => `not shown: ${row}`),
    ...rowsBeside(rows, written).map((row) => `not written: ${row}`),
  ];
}

/** The rows that are more often in one list than in another. */
function rowsBeside(list: readonly string[], other: readonly string[]): readonly string[] {
  const count = (rows: readonly string[], row: string) =>
    rows.filter((each) => each === row).length;
  return list.filter((row) => count(list, row) > count(other, row));
}

test.each(machines)(
  '%s is shown as it is written, and nothing lies on something else',
  async (_, machine) => {
    expect(await differences(machine, machineGraph(machine))).toEqual([]);
  },
);

test.each(machines)('every guarded branch of %s is taken in the simulation', (_, machine) => {
  const stepper = defaultStepper(machine);
  const taken = new Set<string>();
  const seen = new Set<string>();
  const starts = [{ ids: [] }, ...stepper.possible(null)];
  const states = starts.flatMap(
    ({ ids }) => attempt(() => stepper.start(typedCase('{}', ids))).state ?? [],
  );
  for (const state of states) {
    for (const each of state.taken) taken.add(each);
    if (seen.has(state.path)) continue;
    seen.add(state.path);
    for (const { ids, type } of stepper.possible(state)) {
      const step = { type: type.replaceAll('*', 'any'), case: typedCase('{}', ids) };
      const { state: next } = attempt(() => stepper.step(state, step));
      for (const each of next?.taken ?? []) taken.add(each);
      if (next !== null) states.push(next);
    }
  }
  const guarded = machineGraph(machine).transitions.filter(({ guard }) => guard !== null);
  expect(guarded.map(({ id }) => id).filter((id) => !taken.has(id))).toEqual([]);
});
