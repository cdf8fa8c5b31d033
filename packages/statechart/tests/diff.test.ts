import { expect, test } from 'vitest';
import { assign, createMachine, fromPromise, setup } from 'xstate';
import { inlineCodesOf, sourcesOf } from '../explore/codes.ts';
import { machineGraph } from '../explore/machine-graph.ts';
import { diffMachines, diffText, type MachineVersion } from '../exports/diff.ts';

const OLD = `({
  id: 'door', initial: 'closed', on: { reset: '.closed' },
  states: {
    closed: {
      tags: ['shut'], entry: 'bolt',
      on: {
        push: [
          { guard: 'isUnlocked', target: 'open', actions: 'creak' },
          { guard: 'isLocked', target: 'closed' },
          { target: 'broken' },
        ],
      },
    },
    open: { after: { 1000: 'closed' }, invoke: { src: 'alarm', id: 'alarm', onDone: 'closed' } },
    ajar: { initial: 'wide', states: { wide: {}, slit: {} }, exit: 'bang' },
    broken: { type: 'final' },
  },
})`;

const versionOf = (text: string, guard = 'x > 1'): MachineVersion => ({
  // biome-ignore lint/security/noGlobalEval: A configuration of this file, with a change by this file.
  graph: machineGraph(createMachine(eval(text))),
  codes: { 'guard isUnlocked': guard },
  inline: {},
});

/** Each seeded change: what is replaced by what, and the only lines that the difference has. */
const changes: readonly (readonly [string, string, ...string[]])[] = [
  ["{ type: 'final' },\n  }", "{ type: 'final' }, oiled: {} }", '+ state oiled'],
  ['slit: {}', '', '- state ajar.slit'],
  ["shut'", "shut', 'safe'", '~ state closed: tags shut safe, was shut'],
  [", exit: 'bang'", '', '~ state ajar: exit none, was bang'],
  [
    "type: 'final'",
    "description: 'For ever.'",
    '~ state broken: kind leaf, was final; description For ever., was none',
  ],
  [
    "on: { reset: '.closed' }",
    "on: { reset: '.closed', stop: '.broken' }",
    '+ transition (root): stop → broken',
  ],
  ["on: { reset: '.closed' },", '', '- transition (root): reset → closed'],
  [
    "reset: '.closed'",
    "reset: '.open'",
    '~ transition (root): reset → open (targets open, was closed)',
  ],
  [
    'push: [',
    "push: [{ guard: 'isOiled', target: 'ajar' },",
    '+ transition closed: push [isOiled] → ajar',
  ],
  [
    "          { guard: 'isLocked', target: 'closed' },\n",
    '',
    '- transition closed: push [isLocked] → closed',
  ],
  [
    "guard: 'isLocked'",
    "guard: 'isBolted'",
    '~ transition closed: push [isBolted] → closed (guard isBolted, was isLocked)',
  ],
  [
    ", actions: 'creak'",
    '',
    '~ transition closed: push [isUnlocked] → open (actions none, was creak)',
  ],
  [
    "{ target: 'broken' }",
    "{ target: 'broken', reenter: true }",
    '~ transition closed: push [else] → broken (reenters true, was false)',
  ],
  [
    '1000',
    '5400000',
    '+ transition open: after 1.5 h → closed',
    '- transition open: after 1 s → closed',
  ],
  [
    "src: 'alarm', id",
    "src: 'siren', id",
    '~ state open: invokes [{"id":"alarm","actor":"siren","address":"alarm"}], was [{"id":"alarm","actor":"alarm","address":"alarm"}]',
  ],
  ['on: { reset', "always: '.ajar', on: { reset", '+ transition (root): at once → ajar'],
];

test.each(changes)('%s that becomes %s is marked, and nothing else is', (from, to, ...expected) => {
  expect(OLD).toContain(from);
  const diff = diffMachines(versionOf(OLD), versionOf(OLD.replace(from, to)));
  expect(diffText(diff).trimEnd().split('\n')).toEqual(expected);
  const known = [...diff.graph.states, ...diff.graph.transitions].map(({ id }) => id);
  expect(diff.changes.filter(({ id }) => !known.includes(id))).toEqual([]);
});

test('equal versions do not differ, and a guard of the same name with another code does', () => {
  expect(diffMachines(versionOf(OLD), versionOf(OLD)).changes).toEqual([]);
  const diff = diffMachines(versionOf(OLD), versionOf(OLD, 'x > 2'));
  expect(diffText(diff)).toBe('~ code guard isUnlocked\n');
});

test('another code of a function without a name is a change of its state or transition, in whatever branch it is', () => {
  const version = (text: string): MachineVersion => {
    const make = Function('assign', 'fromPromise', `return (${text})`);
    const machine = createMachine(make(assign, fromPromise));
    return { graph: machineGraph(machine), codes: {}, inline: inlineCodesOf(machine) };
  };
  const text = `{
    initial: 'a',
    states: {
      a: {
        on: { go: [{ guard: ({ event }) => event.n > 3, target: 'b' }] },
        after: { 9: { target: 'b', actions: { type: 'say', params: { word: 'go' } } } },
      },
      b: { exit: assign({ n: () => 1 }), invoke: { src: fromPromise(async () => 2), input: () => 4 } },
    },
  }`;
  const changed = (from: string, to: string) =>
    diffText(diffMachines(version(text), version(text.replace(from, to)))).trimEnd();
  expect(changed('> 3', '> 5')).toBe('~ transition a: go [(inline)] → b (code)');
  expect(changed('[{', "[{ guard: 'c' }, {")).toBe('+ transition a: go [c] forbidden');
  for (const result of ['=> 1', '=> 2', '=> 4']) {
    expect(changed(result, '=> 7')).toBe('~ state b: code');
  }
  expect(changed("word: 'go'", "word: 'no'")).toBe(
    '~ transition a: after 9 ms → b / say(no) (actions say(no), was say(go))',
  );
  expect(changed('9', '8').match(/^. \w+/gm)).toEqual(['+ transition', '- transition']);
});

test('the end of a long implementation, and the depth of the machine of an actor, are part of its code', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { description: 'deep' } : { initial: 'a', states: { a: nested(depth - 1) } };
  const { implementations } = setup({
    // biome-ignore lint/security/noGlobalEval: A function that is longer than anybody writes.
    guards: { long: eval(`() => { ${'work();'.repeat(300)} return 'end'; }`) },
    actors: { inner: createMachine(nested(8)) },
  }).createMachine({ id: 'outer' });
  const codes = sourcesOf({ implementations });
  expect(codes['guard long']).toContain("return 'end'");
  expect(codes['actor inner']).toContain('deep');
});
