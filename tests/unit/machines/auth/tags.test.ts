import { expect, test } from 'vitest';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { nodesOf } from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';

/** The states of each tag, written by hand; their child states have it too. */
const TAGGED: Readonly<Record<string, readonly string[]>> = {
  signedIn: ['signedIn'],
  // The person waits. Background calls of a page in use are not busy.
  busy: [
    'resuming',
    'signedOut.starting',
    'signedOut.redeeming',
    'signedOut.discovering',
    'signedOut.exchanging',
    'signedOut.creating',
    'signedOut.stepUp.otp.sending',
    'signedOut.stepUp.otp.verifying',
    'signedOut.stepUp.magicLink.sending',
    'signedOut.secondFactor.verifying.checking',
    'signedOut.secondFactor.recovering.checking',
    'signedOut.secondFactor.enrolling.preparing',
    'signedOut.secondFactor.enrolling.checking',
    'signedIn.switching',
    'signingOut',
  ],
};

test('the states have the expected tags', () => {
  const tagged = new Map<string, string[]>();
  for (const node of nodesOf(unprovidedAuthMachine))
    for (const tag of node.tags) tagged.set(tag, [...(tagged.get(tag) ?? []), stateId(node)]);
  expect(Object.fromEntries(tagged)).toEqual(TAGGED);
});
