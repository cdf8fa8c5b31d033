import { expect, test } from 'vitest';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { nodesOf, stateId } from '#machines/explore/machine-graph.ts';

/** Which states have each tag, written by hand; those inside have it too. */
const TAGGED: Readonly<Record<string, readonly string[]>> = {
  signedIn: ['signedIn'],
  signedOut: ['signedOut', 'signingOut'],
  // Nobody knows yet who this is.
  deciding: ['restoring', 'resuming'],
  // A person waits for an answer; what goes on behind a page in use is not here.
  busy: [
    'resuming',
    'signedOut.default.starting',
    'signedOut.redeeming',
    'signedOut.awaitingOtherTab',
    'signedOut.discovering',
    'signedOut.selecting.starting',
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

test('every tag is where it should be', () => {
  const tagged = new Map<string, string[]>();
  for (const node of nodesOf(authMachine))
    for (const tag of node.tags) tagged.set(tag, [...(tagged.get(tag) ?? []), stateId(node)]);
  expect(Object.fromEntries(tagged)).toEqual(TAGGED);
});
