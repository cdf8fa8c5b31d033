import { messages, nameInSentence } from '../../rules/messages.ts';
import type { Organization } from '../../rules/organization.ts';
import { authSetup } from '../auth.setup.ts';
import type { ActorResult, AuthContext, AuthEmitted } from '../auth.types.ts';
import { secondFactor } from './second-factor.ts';
import {
  backToSelectionOrLogin,
  failureOutcomes,
  ifResult,
  listed,
  sessionOutcomes,
  startSessionWithNotice,
  tellFoundPerson,
  verificationOutcomes,
  withResult,
} from './shared-transitions.ts';
import { stepUp } from './step-up.ts';

const chosen = ({ event }: { event: { organization: Organization } }) => event.organization;
const typed = ({ event }: { event: { name: string } }) => event.name;
const organizationToExchange = ({ context }: { context: AuthContext }) => ({
  organizationId: (context.selectedOrganization ?? context.stepUp?.organization)?.id ?? null,
  intermediateDigest: context.intermediateDigest ?? '',
});

const leaveSelection = ['expireIntermediateSession', 'forgetLinkRequests', 'clearSignIn'] as const;

/** Leaves the list, also while a call waits: a session of its late response is ended (R6.23). */
const back = { target: 'default', actions: leaveSelection } as const;

const returnToIdle = {
  onDone: { target: 'idle', actions: withResult('explainResult') },
  onError: { target: 'idle', actions: 'explainUnexpected' },
} as const;

const leaveStarting = {
  after: { BUSY_TIMEOUT: { target: 'idle', actions: 'explainTimeout' } },
  on: { 'page.restored': { target: 'idle' } },
} as const;

const login = authSetup.createStateConfig({
  description: 'The login screen.',
  entry: 'clearSteps',
  // There is no sign-in that it could end.
  on: { 'session.gone': {} },
  initial: 'idle',
  states: {
    idle: {
      description: 'Waits until the person starts Google sign-in.',
      // Not for a sign-out that starts Google at once, to create an organization (R6.19).
      entry: 'forgetPerson',
      on: {
        'google.start': { target: 'starting', actions: 'clearNotice' },
        'google.chooseAccount': { target: 'starting', actions: 'clearNotice' },
        'organization.forget': { guard: 'hasSelected', actions: 'forgetSelected' },
        'organization.continue': {
          guard: 'offersLast',
          target: 'continuing',
          actions: 'clearNotice',
        },
        'organization.forgetLast': {
          guard: 'offersLast',
          actions: [
            'forgetLast',
            { type: 'explainSuccess', params: messages.organizationForgotten },
          ],
        },
      },
    },
    starting: {
      description: 'Opens Google, for the selected organization or for discovery.',
      tags: 'busy',
      entry: 'forgetShownPerson',
      invoke: {
        id: 'startGoogle',
        src: 'startGoogle',
        input: ({ context, event }) => ({
          organization: context.selectedOrganization,
          choosesAccount: event.type === 'google.chooseAccount',
        }),
        ...returnToIdle,
      },
      ...leaveStarting,
    },
    continuing: {
      description: 'Opens Google for the last organization.',
      tags: 'busy',
      entry: 'forgetShownPerson',
      invoke: {
        id: 'startGoogleForLast',
        src: 'startGoogle',
        input: ({ context }) => ({ organization: context.lastOrganization }),
        ...returnToIdle,
      },
      ...leaveStarting,
    },
  },
});

const confirmingLink = authSetup.createStateConfig({
  description:
    'The e-mailed link was not requested in this browser: the person confirms before its token is used.',
  on: {
    'link.confirm': { target: 'redeeming' },
    back: { target: 'default', actions: ['discardCallback', 'clearSignIn'] },
  },
});

const redeeming = authSetup.createStateConfig({
  description: 'Redeems the token of the returned callback, once.',
  tags: 'busy',
  invoke: {
    id: 'redeem',
    src: 'redeem',
    input: ({ context }) => ({ callback: context.callback }),
    onDone: [
      {
        guard: ifResult('isDiscoveredAndChosen'),
        target: 'exchanging',
        actions: [withResult('rememberDiscovery'), withResult('chooseRemembered')],
      },
      {
        guard: ifResult('isDiscoveredAndTyped'),
        target: 'creating',
        actions: withResult('rememberDiscovery'),
      },
      listed,
      {
        guard: ifResult('isHandedOff'),
        target: 'awaitingOtherTab',
        actions: 'forgetCallback',
      },
      ...sessionOutcomes,
      ...failureOutcomes,
    ],
    onError: backToSelectionOrLogin('explainUnexpected'),
  },
  after: { BUSY_TIMEOUT: backToSelectionOrLogin('explainTimeout') },
  on: {
    // Who has answered Google or opened the link is unknown: it can be another person.
    'session.found': {
      target: '#auth.signedIn',
      actions: [
        tellFoundPerson,
        { type: 'startFoundSession', params: ({ event }) => event.session },
        'explainUnusedCallback',
        { type: 'emitEvent', params: { type: 'signedIn', by: 'elsewhere' } },
      ],
    },
    // The token may still be unused: it must not be redeemed later.
    back: { target: 'default', actions: ['discardCallback', ...leaveSelection] },
  },
});

const awaitingOtherTab = authSetup.createStateConfig({
  description:
    'The e-mailed link is verified, and another tab continues the sign-in. This tab waits for the session.',
  tags: 'busy',
  after: { BUSY_TIMEOUT: { target: 'discovering' } },
});

const discovering = authSetup.createStateConfig({
  description: 'Reads the organizations with the intermediate session.',
  tags: 'busy',
  invoke: {
    id: 'readOrganizations',
    src: 'readOrganizations',
    onDone: [listed, ...failureOutcomes],
    onError: backToSelectionOrLogin('explainUnexpected'),
  },
  after: { BUSY_TIMEOUT: backToSelectionOrLogin('explainTimeout') },
});

const choose = [
  {
    guard: { type: 'willExchange', params: chosen },
    target: '#auth.signedOut.exchanging',
    actions: { type: 'choose', params: chosen },
  },
  { target: 'starting', actions: { type: 'choose', params: chosen } },
] as const;

/** Signs in again before the intermediate session ends (R6.17). */
const startGoogleAgain = {
  guard: 'intermediateIsEnding',
  target: 'starting',
  actions: 'forgetSelected',
} as const;

const selecting = authSetup.createStateConfig({
  description: 'The person chooses one of their organizations, or types the name of another.',
  entry: 'clearSteps',
  initial: 'browsing',
  after: {
    INTERMEDIATE_WARNING: { guard: 'hasIntermediateSession', actions: 'warnOfExpiry' },
    INTERMEDIATE_EXPIRY: { guard: 'hasIntermediateSession', actions: 'pauseSelection' },
  },
  on: {
    back,
    'google.chooseAccount': { target: 'default.starting', actions: leaveSelection },
  },
  states: {
    browsing: {
      description: 'Shows the list of organizations.',
      on: {
        'organization.choose': choose,
        'organization.type': { guard: 'mayCreate', target: 'typing', actions: 'startTyping' },
        'google.start': startGoogleAgain,
      },
    },
    typing: {
      description:
        'The person types a name. The name of a listed organization chooses that organization.',
      // The project's settings can arrive after the field was opened (R6.20).
      always: { guard: 'nothingCanBeTyped', target: 'browsing' },
      on: {
        'organization.choose': choose,
        'organization.submit': [
          {
            guard: { type: 'typedIsListedAndOpen', params: typed },
            target: '#auth.signedOut.exchanging',
            actions: { type: 'chooseTypedListed', params: typed },
          },
          {
            guard: { type: 'typedIsListed', params: typed },
            target: 'starting',
            actions: { type: 'chooseTypedListed', params: typed },
          },
          {
            guard: { type: 'typedIsUnusable', params: typed },
            actions: { type: 'explainTyped', params: typed },
          },
          {
            guard: { type: 'typedWillBeCreated', params: typed },
            target: '#auth.signedOut.creating',
            actions: { type: 'chooseTyped', params: typed },
          },
          {
            guard: { type: 'typedIsNotBlank', params: typed },
            target: 'starting',
            actions: { type: 'chooseTyped', params: typed },
          },
        ],
        'organization.cancel': { target: 'browsing', actions: 'startTyping' },
        'google.start': startGoogleAgain,
      },
    },
    starting: {
      description:
        'Opens Google for the chosen organization without an intermediate session, or to sign in again before it ends.',
      tags: 'busy',
      invoke: {
        id: 'startGoogleForChosen',
        src: 'startGoogle',
        input: ({ context }) => ({ organization: context.selectedOrganization }),
        onDone: { target: 'browsing', actions: withResult('explainResult') },
        onError: { target: 'browsing', actions: 'explainUnexpected' },
      },
      after: { BUSY_TIMEOUT: { target: 'browsing', actions: 'explainTimeout' } },
      on: { 'page.restored': { target: 'browsing' } },
    },
  },
});

const exchanging = authSetup.createStateConfig({
  description: 'Exchanges the intermediate session for a session in the chosen organization.',
  tags: 'busy',
  invoke: {
    id: 'exchange',
    src: 'exchange',
    input: organizationToExchange,
    onDone: [
      ...sessionOutcomes,
      // The same person signed in again in another tab: the exchange uses that intermediate session.
      {
        guard: ifResult('isOwnList'),
        target: 'exchanging',
        reenter: true,
        actions: withResult('rememberDiscovery'),
      },
      listed,
      ...failureOutcomes,
    ],
    onError: { target: 'selecting', actions: 'explainUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'selecting', actions: 'explainTimeout' } },
  on: { back },
});

type CreationFailed = Extract<AuthEmitted, { type: 'creationFailed' }>;

function creationFailed(
  reason: CreationFailed['reason'],
  requestId: string | null = null,
): CreationFailed {
  return { type: 'creationFailed', reason, requestId };
}

/** Emits why the creation failed, by its result. */
const emitCreationFailed = {
  type: 'emitEvent',
  params: ({ event: { output } }: { event: { output: ActorResult } }) =>
    output.kind === 'failed'
      ? creationFailed(output.reason, output.requestId)
      : creationFailed('incomplete'),
} as const;

const creating = authSetup.createStateConfig({
  description: 'Creates the typed organization and signs its creator in.',
  tags: 'busy',
  invoke: {
    id: 'create',
    src: 'create',
    input: ({ context }) => ({
      organization: context.selectedOrganization,
      intermediateDigest: context.intermediateDigest ?? '',
    }),
    onDone: [
      startSessionWithNotice(({ context: { session } }) =>
        messages.organizationCreated(
          nameInSentence(session?.organization.name),
          session?.organization.slug ?? '',
        ),
      ),
      ...verificationOutcomes,
      {
        guard: ifResult('isOwnList'),
        target: 'creating',
        reenter: true,
        actions: withResult('rememberDiscovery'),
      },
      listed,
      {
        target: '#auth.signedOut.selecting.typing',
        actions: [withResult('explainCreation'), emitCreationFailed],
      },
    ],
    onError: {
      target: '#auth.signedOut.selecting.typing',
      actions: [
        'explainCreationUnexpected',
        { type: 'emitEvent', params: creationFailed('unexpected') },
      ],
    },
  },
  after: {
    BUSY_TIMEOUT: {
      target: '#auth.signedOut.selecting.typing',
      actions: ['explainCreationTimeout', { type: 'emitEvent', params: creationFailed('timeout') }],
    },
  },
  on: {
    'organization.cancel': { target: 'selecting', actions: ['startTyping', 'forgetSelected'] },
  },
});

/** The states of a person who is not signed in. */
export const signedOut = authSetup.createStateConfig({
  description: 'No member is signed in.',
  tags: 'signedOut',
  initial: 'default',
  on: {
    'session.found': {
      target: '#auth.signedIn',
      actions: [
        tellFoundPerson,
        { type: 'startFoundSession', params: ({ event }) => event.session },
        { type: 'emitEvent', params: { type: 'signedIn', by: 'elsewhere' } },
      ],
    },
    // A sign-out ends every unfinished sign-in of this browser.
    'session.gone': {
      target: '.default',
      actions: ['discardCallback', { type: 'endSession', params: ({ event }) => event.reason }],
    },
  },
  states: {
    default: login,
    confirmingLink,
    redeeming,
    awaitingOtherTab,
    discovering,
    selecting,
    exchanging,
    creating,
    stepUp,
    secondFactor,
  },
});
