import { expect, test } from 'vitest';
import { graphJson, graphMermaid, graphSvg } from '#chart/page/exports/exports.ts';
import { guardResultsOf } from '#chart/page/simulate/guard-results.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { definitionsOf, fingerprint } from '#machines/explore/definition.ts';
import { chartGraph, transitionId } from '#machines/explore/machine-graph.ts';

const graph = chartGraph(authMachine);

test('the chart and the model call every transition by the same name', () => {
  const definitions = definitionsOf(authMachine);
  expect(graph.transitions.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id));
  expect(definitions.map(({ transition }) => transitionId(transition))).toEqual(
    definitions.map(({ id }) => id),
  );
  expect(graph.fingerprint).toBe(fingerprint(authMachine));
});

test('a definition of another copy of the machine has the same name', () => {
  const provided = authMachine.provide({ guards: { hasSession: () => true } });
  expect(chartGraph(provided)).toEqual(graph);
});

test('a taken branch tells what its guards answered', () => {
  expect(guardResultsOf(graph, 'signedOut.exchanging | xstate.done.actor.exchange | 2')).toEqual([
    { guard: 'isAuthenticated', answer: false },
    { guard: 'isPrimaryRequired', answer: false },
    { guard: 'isMfaRequired', answer: true },
  ]);
  expect(guardResultsOf(graph, 'nothing of this machine')).toEqual([]);
});

test('the exports hold every state and every transition', () => {
  const mermaid = graphMermaid(graph);
  for (const { id, parent } of graph.states) {
    if (parent !== null) expect(mermaid).toContain(` as s_${id.replaceAll('.', '_')}`);
  }
  expect(mermaid.match(/ --> \w+ : /g)?.length).toBeGreaterThanOrEqual(graph.transitions.length);
  expect(JSON.parse(graphJson(graph))).toEqual(graph);
});

test('a picture names what it draws, escaped', () => {
  const box = { x: 0, y: 0, width: 200, height: 100 };
  const layout = { width: 200, height: 100, boxes: { restoring: box }, edges: [] };
  const svg = graphSvg(graph, layout, true);
  expect(svg).toContain('>restoring</text>');
  expect(svg).toContain('[hasSessionAndCallback]');
  expect(svg).not.toContain('>signingOut</text>');
});
