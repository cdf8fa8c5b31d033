import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { definedTransitions } from '#statechart/explore/machine-graph.ts';
import { checkScreen } from '#tests/e2e/screens/checks.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { expectedScreens } from '../specification/table.ts';
import { browserTours, hasReturned, screensOf, tourName } from './tours.ts';
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
const screens = screensOf(tours);

for (const [index, tour] of tours.entries()) {
  const tag = tour.states.some(hasReturned) ? '@bfcache' : [];
  test(`tour ${index + 1}: ${tourName(tour)}`, { tag }, ({ page }) =>
    walkTour(tour, page, async (state) => {
      const screen = screens.get(state);
      if (screen !== undefined) await checkScreen(page, screen);
    }),
  );
}

/**
 * The transitions that no tour takes: another tab, the service or the history causes them, or no response of the provider
 * alone. The machine test takes each of them with a real actor.
 */
const UNREACHABLE: readonly string[] = [
  '(root) | project.known | 0',
  '(root) | xstate.error.actor.* | 0',
  '(root) | impersonation.stop | 0',
  'resuming | session.found | 0',
  'signedOut | session.found | 0',
  'signedOut | session.gone | 0',
  'signedOut.default | session.gone | 0',
  'signedOut.confirmingLink | session.found | 0',
  'signedOut.confirmingLink | session.found | 1',
  'signedOut.redeeming | session.found | 0',
  'signedOut.secondFactor.enrolling.preparing | xstate.done.actor.enrol | 2',
  'signedOut.secondFactor.enrolling.checking | xstate.done.actor.enrolFactor | 2',
  'signedOut.secondFactor.savingCodes | organization.chooseDifferent | 0',
  'signedOut.secondFactor.savingCodes | session.found | 0',
  'signedIn | session.found | 0',
  'signedIn | session.found | 1',
  'signedIn | session.gone | 0',
  'signedIn | route.changed | 0',
  'signedIn | organization.create | 0',
  'signedIn.session.authenticated | network.online | 0',
  'signedIn.session.authenticated | page.visible | 0',
  'signedIn.session.authenticated | session.check | 0',
  'signedIn.session.refreshing | session.check | 0',
  'signedIn.session.refreshing.asking | session.check | 0',
  'signedIn.session.switching | xstate.done.actor.switchOrganization | 0',
];

test('the tours take every transition that is not listed as unreachable [R21.1]', () => {
  const taken = new Set(tours.flatMap(({ states }) => states.flatMap((state) => state.taken)));
  const untaken = definedTransitions(stubbedAuthMachine).flatMap(({ id }) =>
    taken.has(id) ? [] : [id],
  );
  expect(untaken.sort()).toEqual([...UNREACHABLE].sort());
});

/** The states in which no tour rests, each with the reason. */
const STATES_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'signedIn.session.refreshing.asking':
    'its page looks like that of a refresh which the tabs share',
  signingOut: 'the machine leaves it at once, whatever the provider answers',
};

test('the tours show a screen of every state that is not listed as without one [R1.10, R1.17]', () => {
  const shown = new Set([...screens.keys()].flatMap(({ path }) => path.split(' ')));
  const missing = Object.keys(expectedScreens).filter((state) => !shown.has(state));
  expect(missing.sort()).toEqual(Object.keys(STATES_WITHOUT_SCREEN).sort());
});
