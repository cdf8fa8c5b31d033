import { expect, test } from 'vitest';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { nodesOf } from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';

const nodes = nodesOf(unprovidedAuthMachine);
const tagged = (tag: string) => nodes.filter(({ tags }) => tags.includes(tag)).map(stateId);

test('a state is busy while a person waits for its call; those of a page in use run in the background', () => {
  const calls = nodes.filter(({ invoke, parent }) => parent !== undefined && invoke.length > 0);
  const background = [
    'signedIn.session.refreshing',
    'signedIn.session.extending',
    'signedIn.menu.reading',
  ];
  expect([...tagged('busy'), ...background].sort()).toEqual(calls.map(stateId).sort());
  expect(tagged('signedIn')).toEqual(['signedIn']);
});
