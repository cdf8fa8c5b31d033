import { describe, expect, test } from 'vitest';
import { assign, createMachine } from 'xstate';
import { defaultStepper } from '../explore/default-stepper.ts';
import { machineGraph } from '../explore/machine-graph.ts';
import { statePath } from '../explore/state-path.ts';
import { createStepper } from '../explore/stepper.ts';
import { ROOT } from '../explore/transition-id.ts';
import { valueText } from '../explore/values.ts';
import { graphMermaid } from '../exports/mermaid.ts';
import { chartCards } from '../layout/cards.ts';
import { layOut } from '../layout/lay-out.ts';
import { mapGraph } from '../layout/map-graph.ts';
import { findSequence } from '../walks/find-sequence.ts';
import { shortestPathTo } from '../walks/shortest-paths.ts';
import { drawingProblems } from './drawing-problems.ts';
import { commands, profile } from './foreign-machines.ts';
import { heater, odd, publicMachines, reminder, timers } from './public-machines.ts';

test('nothing overlaps in the map of any machine', async () => {
  for (const machine of Object.values(publicMachines)) {
    const map = mapGraph(machineGraph(machine), []);
    expect(drawingProblems(map.graph, await layOut({ ...map, level: 'map' }))).toEqual([]);
  }
});

test('a card has room for the characters of Chinese, Japanese and Korean, which are as wide as high', () => {
  for (const name of [
    '等待用户确认付款信息',
    '支払い処理を実行しています',
    '주문이취소되었습니다',
    '🎉'.repeat(9),
  ]) {
    const graph = machineGraph(createMachine({ initial: name, states: { [name]: {} } }));
    const [card] = chartCards(graph, 'details', {});
    expect(card?.width).toBeGreaterThan([...name].length * (card?.lines[0]?.size ?? 0));
  }
});

/** The lines that Mermaid's grammar of state diagrams has for what the export writes. */
const MERMAID_LINE =
  /^(?:state "[^"#\n]*(?:#\d+;[^"#\n]*)*" as s\d+(?: \{)?|\}|--|(?:\[\*\]|s\d+) --> (?:s\d+|\[\*\])(?: : (?:[^:;#{}\n]|#\d+;)+)?)$/;

describe.each(Object.entries({ ...publicMachines, odd }))('%s', (_, machine) => {
  const graph = machineGraph(machine);

  test('is exported as Mermaid: every line is one of its grammar, and every name is declared', () => {
    const [first, ...lines] = graphMermaid(graph).trimEnd().split('\n');
    expect(first).toBe('stateDiagram-v2');
    expect(lines.filter((line) => !MERMAID_LINE.test(line.trim()))).toEqual([]);
    const declared = new Set(lines.join('\n').match(/(?<= as )s\d+/g));
    expect(declared.size).toBeGreaterThanOrEqual(graph.states.length - 1);
    const used = lines.join('\n').match(/(?<=--> )s\d+|s\d+(?= -->)/g) ?? [];
    expect(used.filter((alias) => !declared.has(alias))).toEqual([]);
  });
});

test('the fingerprint changes with every part of a machine but its descriptions', () => {
  const config = { initial: 'a', states: { a: {}, b: {} } };
  const fingerprints = [
    config,
    { ...config, initial: 'b' },
    { ...config, entry: 'greet' },
    { ...config, entry: { type: 'greet', params: { who: { name: 'Ada' } } } },
    { ...config, entry: { type: 'greet', params: { who: { name: 'Alan' } } } },
    { ...config, exit: 'greet' },
    { ...config, invoke: { src: 'read' } },
    { ...config, on: { go: '.b' } },
  ].map((each) => machineGraph(createMachine(each)).fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  const described = machineGraph(createMachine({ ...config, description: 'Waits.' }));
  expect(described.fingerprint).toBe(fingerprints[0]);
});

test('a search goes around the steps that fail because an action reads data that a payload does not have', () => {
  const stepper = defaultStepper(commands);
  const path = statePath('Selecting argument');
  const opened = { input: 'start', steps: [{ type: 'open', case: 'without data' }] };
  expect(shortestPathTo(stepper, (state) => state.path === path)).toEqual(opened);
  const history = [{ event: 'close', from: path, to: 'Closed' }];
  expect(findSequence(stepper, history)?.steps).toHaveLength(2);
  const added = { event: 'Add commands', from: 'Closed', to: 'Closed' };
  expect(findSequence(stepper, [added])?.steps).toEqual([]);
  expect(shortestPathTo(defaultStepper(profile), () => true)).toBeNull();
});

test('a search ends in a machine that counts, whose states have no end', () => {
  const machine = createMachine({
    context: { count: 0 },
    on: { tick: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
  expect(shortestPathTo(defaultStepper(machine), () => false)).toBeNull();
});

test('a search sees what a map and a set in the context have', () => {
  const seen = new Map([['a', new Set([1])]]);
  const machine = createMachine({
    context: { seen: new Map() },
    initial: 'a',
    on: {
      see: { actions: assign({ seen }) },
      go: { guard: ({ context }) => context.seen.size > 0, target: '.b' },
    },
    states: { a: {}, b: {} },
  });
  const found = shortestPathTo(defaultStepper(machine), ({ path }) => path === 'b');
  expect(found?.steps).toHaveLength(2);
  expect(valueText(seen)).toBe('[["a",[1]]]');
});

test('a search finds the payload with which the observed branch is taken [R18.8]', () => {
  const machine = createMachine({
    initial: 'a',
    states: {
      a: { on: { go: [{ guard: ({ event }) => event.paid, target: 'b' }, { target: 'b' }] } },
      b: {},
    },
  });
  const events = { go: [false, true].map((paid) => ({ name: `${paid}`, value: { paid } })) };
  const cases = { events, results: {}, inputs: [{ name: 'start', value: {} }] };
  const step = { event: 'go', from: 'a', to: 'b', taken: ['a | go | 0'] };
  const found = findSequence(createStepper({ machine, cases }), [step]);
  expect(found?.steps).toEqual([{ type: 'go', case: 'true' }]);
});

test('a history state returns to the remembered states of every region', () => {
  const stepper = defaultStepper(heater);
  const events = ['power', 'heat', 'swing', 'power', 'power'];
  const steps = events.map((type) => ({ type, case: 'without data' }));
  const { states } = stepper.replay('start', steps);
  expect(states.at(-1)?.path).toBe('on.heat.high on.swing.enabled');
  expect(machineGraph(heater).states.filter(({ kind }) => kind === 'history')).toMatchObject([
    { id: 'on.remembered', isDeep: true, initial: null },
    { id: 'on.start', isDeep: false, initial: 'on.heat.high' },
  ]);
  expect(graphMermaid(machineGraph(heater))).toMatch(/"remembered \(H\*\)"[\s\S]*"start \(H\)"/);
});

test('an event raised without a delay belongs to its step, a delayed one is a timer that can be cancelled', () => {
  const stepper = defaultStepper(reminder);
  const start = stepper.start('start');
  expect([...start.timers]).toEqual([
    ['remind', 200],
    ['xstate.after.5000.reminder.waiting', 5_000],
  ]);
  const timer = { type: 'remind', case: 'elapsed' };
  expect(stepper.steps(start)).toContainEqual(timer);
  const rung = stepper.step(start, timer);
  expect(rung.path).toBe('reminding.heard');
  expect(rung.clock).toBe(200);
  expect([...rung.timers]).toEqual([]);
  const stopped = stepper.step(start, { type: 'stop', case: 'without data' });
  expect([...stopped.timers]).toEqual([]);
});

test('actors that are spawned, invoked or made in a context are walked without being started', () => {
  const stepper = defaultStepper(timers);
  const start = stepper.start('start');
  expect(start.pending).toEqual(['0.timers.loading']);
  const [done] = stepper.steps(start);
  const ready = done && stepper.step(start, done);
  expect(ready?.path).toBe('ready');
  const added = ready && stepper.step(ready, { type: 'add', case: 'without data' });
  expect(added?.effects.calls).toMatchObject([{ id: 'first' }]);
  const named = machineGraph(timers).transitions.flatMap(({ actions }) => actions);
  expect(named).toEqual(['spawnChild(timer)', 'assign(timers)', 'stopChild']);
});

test('the map draws a transition of the root from the states in which a main walk takes it', () => {
  const order = createMachine({
    initial: 'paying',
    on: { 'call.*': '.sent', cancel: '.paying' },
    states: {
      paying: {},
      sent: { type: 'parallel', states: { left: {}, right: {} }, on: { lose: 'paying' } },
    },
  });
  const id = `${ROOT} | call.* | 0`;
  const taken = [
    { id, from: 'paying', label: 'call.pay' },
    { id, from: 'sent.left sent.right', label: 'call.send' },
  ];
  const { transitions } = mapGraph(machineGraph(order), taken).graph;
  expect(transitions.map(({ source, label }) => `${source}: ${label}`)).toEqual([
    'paying: call.pay',
    'sent: call.send',
    `${ROOT}: cancel`,
    'sent: lose',
  ]);
});
