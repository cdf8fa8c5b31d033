import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { definitionsOf } from '#statechart/explore/machine-graph.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { browserTours, takenIn, tourName } from './tours.ts';
import { walkTour } from './walk-tour.ts';

test.use({
  expectedConsoleErrors: {
    patterns: [
      // A failed creation is logged (R7.8).
      /^The organization was not created: /,
    ],
  },
});

const tours = browserTours();

for (const [index, tour] of tours.entries()) {
  const tag = tour.states.some(({ lastStep }) => lastStep?.type === 'page.restored')
    ? '@bfcache'
    : [];
  test(`tour ${index + 1}: ${tourName(tour)}`, { tag }, ({ page }) => walkTour(tour, page));
}

/** The transitions that no tour can take, by what holds them instead. */
const UNREACHABLE: Readonly<Record<string, readonly string[]>> = {
  'Another tab causes it: `model/tabs` and `e2e/sign-in/persons` do.': [
    'signedOut | session.found | 0',
    'signedOut | session.gone | 0',
    'signedOut.default | session.gone | 0',
    'signedOut.redeeming | session.found | 0',
    'signedOut.exchanging | xstate.done.actor.exchange | 3',
    'signedOut.exchanging | xstate.done.actor.exchange | 4',
    'signedOut.creating | xstate.done.actor.create | 3',
    'signedOut.creating | xstate.done.actor.create | 4',
    'signedOut.secondFactor.verifying.checking | xstate.done.actor.verifyFactor | 4',
    'signedOut.secondFactor.recovering.checking | xstate.done.actor.recover | 4',
    'signedOut.secondFactor.enrolling.preparing | xstate.done.actor.enrol | 2',
    'signedOut.secondFactor.enrolling.checking | xstate.done.actor.enrolFactor | 2',
    'signedOut.secondFactor.savingCodes | session.found | 0',
    'signedIn | session.found | 0',
    'signedIn | session.found | 1',
    'signedIn | session.gone | 0',
    'signedIn.switching | xstate.done.actor.switchOrganization | 0',
  ],
  'No single response of the provider causes it: the machine test does.': [
    'resuming | xstate.done.actor.resume | 1',
    'resuming | xstate.done.actor.resume | 2',
    'signedIn.refreshing | xstate.done.actor.refresh | 2',
    'signedIn.authenticated | network.online | 0',
    'signedIn.authenticated | page.visible | 0',
  ],
  'The settings of the project are known before the first step: the machine test takes it.': [
    '(root) | project.known | 0',
    'signedOut.starting | xstate.done.actor.startGoogle | 0',
    'signedOut.starting | xstate.done.actor.startGoogle | 1',
    'signedOut.selecting.typing | always | 0',
  ],
  'A dialog stays, the page is loaded again, or the menu offers nothing while it reads: `views` and `e2e` take it.':
    [
      '(root) | impersonation.stop | 0',
      'signedIn | organization.create | 0',
      'signedIn.listing | organization.switch | 0',
      'signedIn.refreshing | organization.switch | 0',
    ],
  'The service or the history causes it: `e2e/policies` and `e2e/sign-in/back` do.': [
    'signedIn.authenticated | session.check | 0',
    'signedIn | route.changed | 0',
    'signedOut.secondFactor.savingCodes | organization.chooseDifferent | 0',
  ],
};

test('the tours take every transition that is not listed as unreachable [R21.1]', () => {
  const taken = new Set(tours.flatMap(takenIn));
  const untaken = definitionsOf(unprovidedAuthMachine).flatMap(({ id }) =>
    taken.has(id) ? [] : [id],
  );
  expect(untaken.sort()).toEqual(Object.values(UNREACHABLE).flat().sort());
});
