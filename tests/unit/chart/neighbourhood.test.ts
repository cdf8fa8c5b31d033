import { expect, test } from 'vitest';
import { mapGraph } from '#chart/model/map.ts';
import { edgesFrom, neighbourhood, transitionNeighbourhood } from '#chart/model/neighbourhood.ts';
import { edgeKind, transitionGroups } from '#chart/model/overview.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

const graph = machineGraph(authMachine);

test('a neighbourhood contains the states and edges before and after a state, on both levels', () => {
  const { states, edges } = neighbourhood(graph, 'signedOut.confirmingLink');
  for (const id of ['signedOut', 'signedOut.confirmingLink', 'signedOut.redeeming', 'restoring']) {
    expect(states).toContain(id);
  }
  expect(states).not.toContain('signedIn');
  expect(edges).toContain('signedOut.confirmingLink → signedOut.redeeming');
  expect(edges).toContain('signedOut.confirmingLink | link.confirm | 0');
  expect(edges).not.toContain('signedOut.exchanging → signedIn');
});

test('the neighbourhood of a compound state contains only the edges that enter or leave it', () => {
  const { states, edges } = neighbourhood(graph, 'signedOut.stepUp');
  expect(states).toContain('signedOut.stepUp.otp.sending');
  expect(edges).toContain('signedOut.stepUp.otp.verifying → signedOut.exchanging');
  expect(edges).not.toContain('signedOut.stepUp.otp.idle → signedOut.stepUp.otp.sending');
});

test('the neighbourhood of transitions has their sources, the states inside these, their targets and edges', () => {
  const ids = ['signedIn | session.gone | 0', 'signedOut.selecting.browsing | google.start | 0'];
  const { centre, states, edges } = transitionNeighbourhood(graph, ids);
  expect([...centre]).toEqual(['signedIn', 'signedOut.selecting.browsing']);
  expect([...states]).toEqual(
    expect.arrayContaining([...centre, 'signedIn.authenticated', 'signedOut']),
  );
  expect(states).not.toContain('signedOut.exchanging');
  expect(edges).toContain('signedIn → signedOut');
  // A state that the map does not show is marked by the one around it.
  const onMap = transitionNeighbourhood(mapGraph(graph, []), ids);
  expect([...onMap.centre]).toEqual(['signedIn', 'signedOut.selecting']);
  expect(onMap.edges).toContain('signedIn → signedOut');
});

test('edgesFrom() returns only the edges whose source is one of the given states', () => {
  const lines = edgesFrom(graph, new Set(['signedOut.default.idle']));
  expect(lines).toContain('signedOut.default.idle → signedOut.default.starting');
  const sources = [...lines].filter((id) => !id.startsWith('signedOut.default.idle '));
  expect(sources).toEqual([]);
});

test('groups all transitions between two states into one edge of the overview', () => {
  const groups = transitionGroups(graph);
  const pairs = groups.map(({ id }) => id);
  expect(new Set(pairs).size).toBe(pairs.length);
  const shown = groups.flatMap(({ transitions }) => transitions.map(({ id }) => id));
  const leading = graph.transitions.filter(({ targets }) => targets.length > 0);
  expect([...shown].sort()).toEqual(leading.map(({ id }) => id).sort());
  const kindOf = (id: string) => {
    const group = groups.find((candidate) => candidate.id === id);
    return group && edgeKind(group);
  };
  expect(kindOf('signedOut.default.idle → signedOut.default.starting')).toBe('event');
  expect(kindOf('signedOut.exchanging → signedIn')).toBe('result');
  expect(kindOf('signedOut.awaitingOtherTab → signedOut.discovering')).toBe('failure');
});
