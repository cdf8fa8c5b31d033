import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { definitionsOf } from '#statechart/explore/machine-graph.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { listenToFeed } from './page/feed.ts';
import { holdCallsOf } from './page/held-calls.ts';
import { createScenarioSetup } from './provider/scenario-setup.ts';
import { browserTours, takenIn, tourName } from './tours.ts';
import { walkTour } from './walk-tour.ts';

test.use({
  expectedConsoleErrors: {
    patterns: [
      // The SDK logs that the project's settings cannot be fetched (R15.5).
      /^\[Stytch\] StytchAPIError: \[500\]/,
      // `network.online` is caused by a moment offline, in which the page may load something.
      /net::ERR_INTERNET_DISCONNECTED/,
      // A failed creation is logged (R7.8).
      /^The organization was not created: /,
    ],
  },
});

for (const [index, tour] of browserTours().entries()) {
  const tag = tour.steps.some(({ event }) => event.type === 'page.restored') ? '@bfcache' : [];
  test(`tour ${index + 1}: ${tourName(tour)}`, { tag }, async ({
    page,
    context,
    emulator,
    site,
  }) => {
    const { origin } = site;
    const feed = await listenToFeed(context);
    const calls = await holdCallsOf(page);
    const setup = createScenarioSetup(emulator);
    await walkTour(tour, { page, context, origin, emulator, setup, calls, feed });
  });
}

/** The transitions that no tour can take: in a browser at all, or with what the emulator returns. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  'signedIn.authenticated | network.online | 0':
    'An overdue refresh starts by itself: the machine test takes it.',
  'signedIn.authenticated | page.visible | 0':
    'An overdue refresh starts by itself: the machine test takes it.',
  'resuming | session.found | 0': 'The edge answers its own check first: `model/tabs` takes it.',
  'signedIn.refreshing | organization.switch | 0':
    'A menu that was opened during a refresh: `model/tabs` takes it.',
  'signedIn.switching | xstate.done.actor.switchOrganization | 0':
    "The emulator switches only its own member's session.",
  'resuming | xstate.done.actor.resume | 1': 'A refresh returns a session or an error.',
  'resuming | xstate.done.actor.resume | 2': 'A refresh returns a session or an error.',
  'signedOut | session.gone | 0': 'Another tab signs out: `e2e/sign-in/persons` does.',
  'signedOut.default | session.gone | 0': 'Another tab signs out: `e2e/sign-in/persons` does.',
  'signedOut.redeeming | session.found | 0': 'Its call is held: `model/tabs` takes it.',
  'signedOut.exchanging | xstate.done.actor.exchange | 3':
    'A held call never starts: `e2e/sign-in/persons` takes it.',
  'signedOut.exchanging | xstate.done.actor.exchange | 4':
    'A held call never starts: `e2e/sign-in/persons` takes it.',
  'signedOut.exchanging | xstate.done.actor.exchange | 7':
    'The emulator leaves no sign-in incomplete.',
  'signedOut.creating | xstate.done.actor.create | 3':
    'A held call never starts: `model/tabs` takes it.',
  'signedOut.creating | xstate.done.actor.create | 4':
    'A held call never starts: `model/tabs` takes it.',
  'signedOut.secondFactor.verifying.checking | xstate.done.actor.verifyFactor | 4':
    'A held call never starts: `model/tabs` takes it.',
  'signedOut.secondFactor.recovering.checking | xstate.done.actor.recover | 4':
    'A held call never starts: `model/tabs` takes it.',
  'signedOut.secondFactor.enrolling.preparing | xstate.done.actor.enrol | 2':
    'A held call never starts: `model/tabs` takes it.',
  'signedOut.secondFactor.enrolling.checking | xstate.done.actor.enrolFactor | 2':
    'A held call never starts: `model/tabs` takes it.',
  'signedIn | organization.create | 0': 'Its dialog stays open: `e2e/sign-in/google` creates.',
  'signedIn | organization.create | 1': 'The page leaves for Google: `e2e/sign-in/google` creates.',
  'signedIn.authenticated | session.check | 0':
    'A refusal of the service causes it: `e2e/policies` does.',
  'signedIn.listing | organization.switch | 0': 'A menu whose list is being read offers nothing.',
  'signedIn.refreshing | xstate.done.actor.refresh | 2':
    'A page that wakes up refreshes before the end of the session.',
  'signingOut | xstate.done.actor.revoke | 0':
    'The page leaves for Google: `e2e/sign-in/google` creates.',
  'signingOut | xstate.done.actor.revoke | 1':
    'The page leaves for Google: `e2e/sign-in/google` creates.',
};

test('the tours take every transition that is not listed as unreachable [R21.1]', () => {
  const taken = new Set(browserTours().flatMap(takenIn));
  const untaken = definitionsOf(unprovidedAuthMachine).flatMap(({ id }) =>
    taken.has(id) ? [] : [id],
  );
  expect(untaken.sort()).toEqual(Object.keys(UNREACHABLE).sort());
});
