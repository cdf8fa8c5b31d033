import { expect, test } from 'vitest';
import { authView } from '#machines/auth/auth.view.ts';
import { ACME, BIRCH, CONNECTION, EMAIL, SESSION } from '#machines/auth-cases/fixtures.ts';
import { ENROLMENT_SECRETS } from '#machines/auth-cases/second-factor-cases.ts';
import { START } from '#statechart/explore/stepper.ts';
import { authStepper } from '#tests/model/support/auth-model.ts';

/** The view after steps from a start input, each by its event and its payload case. */
function viewAfter(input: string, steps: readonly string[]) {
  const sequence = steps.map((step) => {
    const [type = '', name = ''] = step.split('#');
    return { type, case: name };
  });
  const { states } = authStepper.replay(input, sequence);
  const last = states.at(-1);
  if (last === undefined || states.length <= steps.length) throw new Error('A step is missing.');
  return authStepper.readAt(last, authView);
}

const LISTED = ['xstate.done.actor.redeem#listed'];
const FAILED_CREATION = [
  ...LISTED,
  'organization.type#pressed',
  'organization.submit#new',
  'xstate.done.actor.create#failed',
];
const FAILED_CHOICE = ['organization.choose#listed', 'xstate.done.actor.exchange#failed'];
const FAILED_UNLISTED = [
  'xstate.done.actor.redeem#none listed',
  'xstate.done.actor.exchange#failed',
];
const WRONG_CODE = ['code.verify#six digits', 'xstate.done.actor.verifyCode#wrong code'];
const VERIFIED = ['code.verify#six digits', 'xstate.done.actor.verifyCode#listed'];
const AWAY = ['xstate.done.actor.refresh#unavailable'];
const MENU = ['organization.list#opened', 'xstate.done.actor.readMemberships#listed'];
const LEFT_SWITCH = [
  ...MENU,
  'organization.switch#other',
  'xstate.done.actor.switchOrganization#verify e-mail',
  'organization.chooseDifferent#pressed',
];
const WARNED = ['xstate.after.INTERMEDIATE_WARNING.auth.signedOut.selecting#elapsed'];
const NEAR_END = ['xstate.done.actor.refresh#over before the interval'];
const ENROLLING = ['xstate.done.actor.enrol#enrolling'];
const SAVING = ['factor.enrolled#six digits', 'xstate.done.actor.enrolFactor#authenticated'];
const WRONG_FACTOR = ['factor.verify#six digits', 'xstate.done.actor.verifyFactor#wrong app code'];

const acme = { id: ACME.id };
const birch = { id: BIRCH.id };

/** What hides or names something on a screen, and no control of a view can tell. */
test.each<[input: string, steps: readonly string[], view: object]>([
  ['new tab', ['google.start#pressed'], { starting: true, continuing: false, organization: null }],
  ['new tab with a remembered organization', [], { organization: acme, lastOrganization: null }],
  [
    'new tab after a session',
    ['organization.continue#pressed'],
    { starting: false, continuing: true, organization: null, lastOrganization: acme },
  ],
  ['a link not requested here', [], { opensOrganization: false, session: null }],
  [
    'a link into an organization, while somebody is signed in',
    [],
    { opensOrganization: true, session: { memberId: SESSION.memberId } },
  ],
  ['back from Google', [], { discovering: true, organizations: [], busy: null }],
  [
    'back from Google',
    LISTED,
    { discovering: false, organizations: [ACME, BIRCH], emailAddress: EMAIL, expiring: false },
  ],
  [
    'back from Google',
    [...LISTED, 'organization.choose#listed'],
    { busy: { organization: acme, doing: 'exchanging' } },
  ],
  [
    'reload in selection',
    [...WARNED, 'google.start#pressed'],
    { expiring: true, busy: { doing: 'starting' } },
  ],
  ['a stored session', LEFT_SWITCH, { discovering: true, lastOrganizationId: ACME.id }],
  ['reload in selection', FAILED_CHOICE, { failedOrganizationId: ACME.id }],
  ['back from Google with a chosen organization', FAILED_UNLISTED, { failedOrganizationId: null }],
  [
    'back from Google',
    FAILED_CREATION,
    { mode: 'typing', typedName: 'New Team', busy: null, failedOrganizationId: null },
  ],
  [
    'back from Google',
    [...LISTED, 'project.known#with a slug pattern'],
    { slugPattern: '^[a-z-]{3,20}$', canCreate: true },
  ],
  [
    'reload in step-up',
    [],
    {
      organization: birch,
      emailAddress: EMAIL,
      code: { status: 'awaitingCode', sentAt: START - 10_000, resendAt: START + 20_000 },
      link: { status: 'awaitingLink', sentAt: START - 20_000, resendAt: START + 10_000 },
      completing: false,
    },
  ],
  ['reload in step-up', WRONG_CODE, { code: { status: 'awaitingCode', rejections: 1 } }],
  ['reload in step-up', VERIFIED, { screen: 'stepUp', completing: true }],
  [
    'reload in selection',
    ['organization.choose#listed', 'xstate.done.actor.exchange#single sign-on'],
    { methods: [], connections: [CONNECTION] },
  ],
  [
    'a stored session',
    [],
    { reconnecting: false, expiring: false, memberships: null, listing: false, canCreate: true },
  ],
  ['a stored session of an impersonation', [], { canCreate: false }],
  ['a stored session', AWAY, { reconnecting: true }],
  ['a stored session', ['organization.list#opened'], { listing: true }],
  ['a stored session', MENU, { memberships: [ACME, BIRCH], listing: false, switching: false }],
  ['a stored session', [...MENU, 'organization.switch#other'], { switching: true }],
  ['a stored session', NEAR_END, { expiring: true, extending: false }],
  ['a stored session', [...NEAR_END, 'session.extend#pressed'], { extending: true }],
  ['reload in the factor totp', [], { organization: acme, step: { name: 'code', busy: false } }],
  ['reload in the factor totp', WRONG_FACTOR, { step: { name: 'code', rejections: 1 } }],
  ['reload in the factor totp', ['factor.useRecoveryCode#pressed'], { step: { name: 'recovery' } }],
  ['reload in the factor enrolment', [], { step: { name: 'preparing', failed: false } }],
  [
    'reload in the factor enrolment',
    ['xstate.done.actor.enrol#failed'],
    { step: { name: 'preparing', failed: true } },
  ],
  [
    'reload in the factor enrolment',
    ENROLLING,
    { step: { name: 'enrolling', enrolment: ENROLMENT_SECRETS, busy: false } },
  ],
  [
    'reload in the factor enrolment',
    [...ENROLLING, ...SAVING],
    { step: { name: 'savingCodes', recoveryCodes: ENROLMENT_SECRETS.recoveryCodes } },
  ],
])('"%s", after %j, shows what the snapshot says [R21.4]', (input, steps, view) => {
  expect(viewAfter(input, steps)).toMatchObject(view);
});
