import { expect, test } from 'vitest';
import { edgesFrom, neighbourhood } from '#chart/model/neighbourhood.ts';
import { edgeKind, transitionGroups } from '#chart/model/overview.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';

const graph = chartGraph(authMachine);

test('the neighbours of a state are those it leads to and comes from, on both levels', () => {
  const { states, edges } = neighbourhood(graph, 'signedOut.confirming');
  for (const id of ['signedOut', 'signedOut.confirming', 'signedOut.redeeming', 'restoring']) {
    expect(states).toContain(id);
  }
  expect(states).not.toContain('signedIn');
  expect(edges).toContain('signedOut.confirming → signedOut.redeeming');
  expect(edges).toContain('signedOut.confirming | link.confirm | 0');
  expect(edges).not.toContain('signedOut.exchanging → signedIn');
});

test('those of a box are what crosses its border, not what happens inside', () => {
  const { states, edges } = neighbourhood(graph, 'signedOut.stepUp');
  expect(states).toContain('signedOut.stepUp.otp.sending');
  expect(edges).toContain('signedOut.stepUp.otp.verifying → signedOut.exchanging');
  expect(edges).not.toContain('signedOut.stepUp.otp.idle → signedOut.stepUp.otp.sending');
});

test('the lines that lead on from the active states are theirs alone', () => {
  const lines = edgesFrom(graph, new Set(['signedOut.default.idle']));
  expect(lines).toContain('signedOut.default.idle → signedOut.default.starting');
  const sources = [...lines].filter((id) => !id.startsWith('signedOut.default.idle '));
  expect(sources).toEqual([]);
});

test('the overview has one line for all that leads from one state to another', () => {
  const lines = transitionGroups(graph);
  const pairs = lines.map(({ id }) => id);
  expect(new Set(pairs).size).toBe(pairs.length);
  const shown = lines.flatMap(({ transitions }) => transitions.map(({ id }) => id));
  const leading = graph.transitions.filter(({ targets }) => targets.length > 0);
  expect([...shown].sort()).toEqual(leading.map(({ id }) => id).sort());
  const kindOf = (id: string) => {
    const line = lines.find((one) => one.id === id);
    return line && edgeKind(line);
  };
  expect(kindOf('signedOut.default.idle → signedOut.default.starting')).toBe('event');
  expect(kindOf('signedOut.exchanging → signedIn')).toBe('answer');
  expect(kindOf('signedOut.awaitingOtherTab → signedOut.discovering')).toBe('trouble');
});
