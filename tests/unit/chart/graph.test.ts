import { expect, test } from 'vitest';
import { graphJson, graphMermaid, graphSvg } from '#chart/page/exports/exports.ts';
import { guardResultsOf } from '#chart/page/simulate/guard-results.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { definitionsOf, machineGraph, transitionId } from '#machines/explore/machine-graph.ts';

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

test('exports every state and every transition as Mermaid and JSON', () => {
  const mermaid = graphMermaid(graph);
  for (const { id, parent } of graph.states) {
    if (parent !== null) expect(mermaid).toContain(` as s_${id.replaceAll('.', '_')}`);
  }
  expect(mermaid.match(/ --> \w+ : /g)?.length).toBeGreaterThanOrEqual(graph.transitions.length);
  expect(JSON.parse(graphJson(graph))).toEqual(graph);
});

test('exports the states of the layout as SVG, with escaped text', () => {
  const box = { x: 0, y: 0, width: 200, height: 100 };
  const layout = { width: 200, height: 100, boxes: { restoring: box }, edges: [] };
  const svg = graphSvg(graph, layout, true);
  expect(svg).toContain('>restoring</text>');
  expect(svg).toContain('[hasSessionAndCallback]');
  expect(svg).not.toContain('>signingOut</text>');
});
