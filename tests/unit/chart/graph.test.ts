import { expect, test } from 'vitest';
import { graphMermaid } from '#chart/page/exports/mermaid-export.ts';
import { guardResultsOf } from '#chart/page/simulate/guard-results.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { definitionsOf, machineGraph } from '#machines/explore/machine-graph.ts';
import { transitionId } from '#machines/explore/transition-id.ts';

const graph = machineGraph(authMachine);

test('gives every transition the id that the model gives it', () => {
  const definitions = definitionsOf(authMachine);
  expect(graph.transitions.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id));
  expect(definitions.map(({ definition }) => transitionId(definition))).toEqual(
    definitions.map(({ id }) => id),
  );
  expect(graph.fingerprint).toBe(machineGraph(authMachine).fingerprint);
});

test('gives the same graph for a machine with provided implementations', () => {
  const provided = authMachine.provide({ guards: { hasSession: () => true } });
  expect(machineGraph(provided)).toEqual(graph);
});

test('derives the guard results from the branch that was taken', () => {
  expect(guardResultsOf(graph, 'signedOut.exchanging | xstate.done.actor.exchange | 3')).toEqual([
    { guard: 'isAnotherPerson', passed: false },
    { guard: 'isAuthenticated', passed: false },
    { guard: 'isPrimaryRequired', passed: false },
    { guard: 'isMfaRequired', passed: true },
  ]);
  expect(guardResultsOf(graph, 'unknown')).toEqual([]);
});

test('exports every state and every transition as Mermaid', () => {
  const mermaid = graphMermaid(graph);
  for (const { id, parent } of graph.states) {
    if (parent !== null) expect(mermaid).toContain(` as s_${id.replaceAll('.', '_')}`);
  }
  expect(mermaid.match(/ --> \w+ : /g)?.length).toBeGreaterThanOrEqual(graph.transitions.length);
});
