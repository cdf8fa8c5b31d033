import type { AuthActorContracts } from '../auth.actors.ts';
import { createState } from '../auth.setup.ts';
import type { Scope } from '../auth.types.ts';
import { secondFactor } from '../second-factor/second-factor.state.ts';
import {
  type Done,
  emitSignedIn,
  followOtherTab,
  followSignIn,
  ifOver,
  say,
  signIn,
  updateFoundSession,
} from './shared-transitions.ts';
import { stepUp } from './step-up.ts';

/** `outcomeTransitions` at the root handle each result that a state here does not handle. */

/** Starts Google for the chosen organization at once, because its intermediate session has ended unnoticed (R7.3). */
const startGoogleInstead = {
  guard: ifOver('intermediate'),
  target: 'starting',
  actions: 'clearIntermediateSession',
} as const;

const leaveSelection = ['removeIntermediateCookie', 'removeLinkRequests', 'clearSignIn'] as const;

/** Leaves the list, also while a call waits (R6.23). */
const back = { target: '#auth.signedOut.default', actions: leaveSelection } as const;

const login = createState({
  // The requirements name this state.
  description: 'The login screen, `signedOut.default`: waits until the person starts Google.',
  entry: 'resetForLogin',
  on: {
    'google.start': { target: 'starting', actions: 'clearNotice' },
    'google.chooseAccount': { target: 'starting', actions: 'clearNotice' },
    'organization.continue': { guard: 'offersLast', target: 'starting', actions: 'chooseLast' },
    'organization.forget': { guard: 'hasSelected', actions: 'clearChoice' },
    'organization.forgetLast': {
      guard: 'offersLast',
      actions: ['clearLastOrganization', say('success', 'organizationForgotten')],
    },
    // The sign-in is cleared already.
    'session.gone': {},
  },
});

const starting = createState({
  description:
    'Opens Google, for the chosen organization or for discovery, or an identity provider.',
  entry: ['clearVerifications', 'clearLastShownEmail'],
  invoke: {
    id: 'startGoogle',
    src: 'startGoogle',
    input: ({ context, event }) => ({
      organization: context.selectedOrganization,
      choosesAccount: event.type === 'google.chooseAccount',
      connectionId: event.type === 'sso.start' ? event.connectionId : null,
    }),
  },
  on: {
    back,
    'page.restored': { target: 'returning' },
  },
});

const returning = createState({
  description: 'Returns to the list if it can be used (R6.1), else to the login screen.',
  always: [{ guard: 'canSelect', target: 'selecting' }, { target: 'default' }],
});

const confirmingLink = createState({
  description:
    'The e-mailed link was not requested in this browser: the person confirms before its token is used.',
  on: {
    'link.confirm': [
      // An answer is never used over a session.
      {
        guard: 'hasSession',
        target: '#auth.signingOut',
        actions: { type: 'setSignOutReason', params: 'link' },
      },
      { target: 'redeeming' },
    ],
    back: [
      {
        guard: 'hasSession',
        target: '#auth.signedIn.session.refreshing',
        actions: ['removeCallbackToken', 'clearCallback', emitSignedIn('restored')],
      },
      { target: 'default', actions: ['removeCallbackToken', 'clearSignIn'] },
    ],
    'session.found': [
      updateFoundSession,
      {
        target: '#auth.signedIn',
        actions: ['removeCallbackToken', ...followOtherTab, emitSignedIn('elsewhere')],
      },
    ],
  },
});

const redeeming = createState({
  description: 'Redeems the token of the returned callback, once.',
  invoke: {
    id: 'redeem',
    src: 'redeem',
    input: ({ context }) => ({ callback: context.callback }),
    onDone: [
      // The list needs no choice: an existing organization comes before a new one.
      {
        guard: 'continuesWithChosen',
        target: 'exchanging',
        actions: ['rememberDiscovery', 'chooseRemembered'],
      },
      {
        guard: 'continuesWithTyped',
        target: 'creating',
        actions: 'rememberDiscovery',
      },
    ],
  },
  on: {
    // It is unknown who has answered Google or opened the link: it can be another person.
    'session.found': {
      target: '#auth.signedIn',
      actions: [...followOtherTab, 'explainUnusedCallback', emitSignedIn('elsewhere')],
    },
    // The token may still be unused: it must not be redeemed later.
    back: { ...back, actions: ['removeCallbackToken', ...leaveSelection] },
  },
});

const discovering = createState({
  description: 'Reads the organizations with the intermediate session.',
  entry: 'clearVerifications',
  invoke: {
    id: 'readOrganizations',
    src: 'readOrganizations',
  },
});

const selecting = createState({
  description: 'The person chooses one of their organizations, or types the name of another.',
  entry: 'clearVerifications',
  initial: 'browsing',
  after: {
    INTERMEDIATE_WARNING: { guard: 'hasIntermediateSession', actions: 'warnOfExpiry' },
    INTERMEDIATE_EXPIRY: {
      guard: 'hasIntermediateSession',
      actions: ['clearIntermediateSession', say('info', 'intermediateExpired')],
    },
  },
  on: {
    'organization.choose': [
      { guard: 'willExchange', target: 'exchanging', actions: 'choose' },
      { target: 'starting', actions: 'choose' },
    ],
    'organization.list': {
      guard: 'mustReadOrganizations',
      target: 'discovering',
      actions: 'clearNotice',
    },
    'google.chooseAccount': { target: 'starting', actions: leaveSelection },
    // Signs in again before the intermediate session ends (R6.17).
    'google.start': {
      guard: 'wasWarnedOfEnd',
      target: 'starting',
      actions: 'clearChoice',
    },
    back,
  },
  states: {
    browsing: {
      description: 'Shows the list of organizations.',
      on: {
        'organization.type': { guard: 'mayCreate', target: 'typing', actions: 'clearTypedName' },
      },
    },
    typing: {
      description:
        'The person types a name. The name of a listed organization chooses that organization.',
      on: {
        // The order: a name that cannot be used stays in its field, an existing organization comes before a new one, and
        // what needs an intermediate session before Google.
        'organization.submit': [
          { guard: 'typedIsUnusable', actions: 'explainTyped' },
          { guard: 'willExchange', target: '#auth.signedOut.exchanging', actions: 'choose' },
          { guard: 'willCreate', target: '#auth.signedOut.creating', actions: 'choose' },
          { guard: 'isNotBlank', target: '#auth.signedOut.starting', actions: 'choose' },
        ],
        'organization.cancel': { target: 'browsing', actions: 'clearTypedName' },
      },
    },
  },
});

const exchanging = createState({
  description: 'Exchanges the intermediate session for a session in the chosen organization.',
  invoke: {
    id: 'exchange',
    src: 'exchange',
    input: ({ context: { selectedOrganization, stepUp, intermediate } }) => ({
      organizationId: (selectedOrganization ?? stepUp?.organization)?.id ?? null,
      intermediateDigest: intermediate?.digest ?? '',
    }),
    onDone: startGoogleInstead,
  },
  on: { back },
});

/** Emits why the creation failed, by its result. */
const emitCreationFailed = {
  type: 'emitEvent',
  params: ({ event: { output } }: Done<AuthActorContracts['create']['output']>) => {
    const { reason, requestId } =
      output.kind === 'failed' ? output : ({ reason: 'incomplete', requestId: null } as const);
    return { type: 'creationFailed', reason, requestId } as const;
  },
} as const;

const sayCreated = {
  type: 'say',
  params: ({ context: { session } }: Scope) => {
    const { name: organization, slug = '' } = session?.organization ?? {};
    return {
      tone: 'success',
      code: 'organizationCreated',
      values: { organization, slug },
    } as const;
  },
} as const;

const creating = createState({
  description: 'Creates the typed organization and signs its creator in.',
  invoke: {
    id: 'create',
    src: 'create',
    input: ({ context }) => ({
      organization: context.selectedOrganization,
      intermediateDigest: context.intermediate?.digest ?? '',
    }),
    onDone: [
      { ...signIn, actions: [...signIn.actions, sayCreated] },
      startGoogleInstead,
      {
        guard: 'hasFailed',
        target: '#auth.signedOut.selecting.typing',
        actions: ['explainCreation', emitCreationFailed],
      },
    ],
  },
  on: {
    'organization.cancel': { target: 'selecting', actions: ['clearTypedName', 'clearChoice'] },
  },
});

/** The states of a person who is not signed in. */
export const signedOut = createState({
  description: 'No member is signed in.',
  initial: 'default',
  on: {
    'session.found': followSignIn,
    // A session of this browser is over, and with it every unfinished sign-in (R22.4).
    'session.gone': {
      target: '.default',
      actions: ['removeCallbackToken', { type: 'endSession', params: ({ event }) => event.reason }],
    },
  },
  states: {
    default: login,
    starting,
    returning,
    confirmingLink,
    redeeming,
    discovering,
    selecting,
    exchanging,
    creating,
    stepUp,
    secondFactor,
  },
});
