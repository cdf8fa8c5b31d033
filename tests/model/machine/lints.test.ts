import { expect, test } from 'vitest';
import { EVENT_TYPES, INVOKE_IDS, invocations } from '#machines/auth-cases/payload-cases.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { machineGraph, nodesOf } from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';
import { states } from '../specification/table.ts';

const { transitions } = machineGraph(stubbedAuthMachine);

test('every state is described in a sentence [R21.2]', () => {
  const bare = nodesOf(stubbedAuthMachine).filter(
    (node) => node.parent && !node.description?.trim().endsWith('.'),
  );
  expect(bare.map(stateId)).toEqual([]);
});

test('every name that is set up is used', () => {
  const { actors, actions, guards, delays } = stubbedAuthMachine.implementations;
  const used = JSON.stringify(stubbedAuthMachine.config);
  const names = Object.keys({ ...actors, ...actions, ...guards, ...delays });
  expect(names.filter((name) => !used.includes(`"${name}"`))).toEqual([]);
});

test('the specification lists the states of the machine, in its order', () => {
  expect(['(root)', ...states.keys()]).toEqual(nodesOf(stubbedAuthMachine).map(stateId));
});

test('there are payload cases for exactly the events and the invokes of the machine', () => {
  const events = new Set(
    transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event),
  );
  expect([...EVENT_TYPES].sort()).toEqual([...events].sort());
  const calls = machineGraph(stubbedAuthMachine).states.flatMap(({ invokes }) => invokes);
  const resolving = calls.filter(({ actor }) => actor !== 'sessionMonitor');
  expect(Object.fromEntries(resolving.map(({ id, actor }) => [id, actor]))).toEqual(invocations);
  expect(resolving).toHaveLength(INVOKE_IDS.length);
});
