import { expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { EVENT_TYPES, INVOKE_IDS, invocations } from '#machines/auth-cases/payload-cases.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { machineGraph, nodesOf } from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';
import { states } from '../specification/table.ts';

const { transitions } = machineGraph(unprovidedAuthMachine);

/** A machine with one mistake of each kind. */
const broken = createMachine({
  id: 'broken',
  initial: 'start',
  states: {
    start: { on: { leave: { guard: 'sometimes' } } },
    end: { description: 'no full stop' },
  },
}).provide({ guards: { sometimes: () => true, unused: () => true } });

/** States without a description that ends in a full stop. */
function withoutDescription(machine: AnyStateMachine): readonly string[] {
  return nodesOf(machine)
    .filter((node) => node !== machine.root && !node.description?.trim().endsWith('.'))
    .map(stateId);
}

/** Names of the setup that no state uses. */
function unusedNames(machine: AnyStateMachine): readonly string[] {
  const { actors, actions, guards, delays } = machine.implementations;
  const used = JSON.stringify(machine.config);
  return Object.keys({ ...actors, ...actions, ...guards, ...delays }).filter(
    (name) => !used.includes(`"${name}"`),
  );
}

test('every state is described in a sentence [R21.2]', () => {
  expect(withoutDescription(unprovidedAuthMachine)).toEqual([]);
  expect(withoutDescription(broken)).toEqual(['start', 'end']);
});

test('every name that is set up is used', () => {
  expect(unusedNames(unprovidedAuthMachine)).toEqual([]);
  expect(unusedNames(broken)).toEqual(['unused']);
});

test('the specification lists the states of the machine, in its order', () => {
  expect(['(root)', ...states.keys()]).toEqual(nodesOf(unprovidedAuthMachine).map(stateId));
});

test('there are payload cases for exactly the events and the invokes of the machine', () => {
  const events = new Set(
    transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event),
  );
  expect([...EVENT_TYPES].sort()).toEqual([...events].sort());
  const calls = machineGraph(unprovidedAuthMachine).states.flatMap(({ invokes }) => invokes);
  const resolving = calls.filter(({ actor }) => actor !== 'sessionMonitor');
  expect(Object.fromEntries(resolving.map(({ id, actor }) => [id, actor]))).toEqual(invocations);
  expect(resolving).toHaveLength(INVOKE_IDS.length);
});
