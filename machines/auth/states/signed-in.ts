import { authSetup } from '../auth.setup.ts';
import type { HeldRequest } from '../auth.types.ts';
import {
  emitSignedIn,
  ifResult,
  tellFoundPerson,
  verificationOutcomes,
  withResult,
} from './shared-transitions.ts';

const warnNearExpiry = { guard: 'expiryIsNear', actions: 'warnOfExpiry' } as const;
const refreshNow = { target: '#auth.signedIn.refreshing', actions: 'refreshUrgently' } as const;
const refreshWhenOverdue = { guard: 'isOverdue', ...refreshNow } as const;
const extendNow = { target: '#auth.signedIn.refreshing', actions: 'extendSession' } as const;

const endExpired = [
  { type: 'endSession', params: 'expired' },
  { type: 'emitEvent', params: { type: 'signedOut', reason: 'expired' } },
] as const;

/** The provider ended the session: a retry cannot help (R11.5). */
const sessionIsOver = {
  guard: ifResult('isSessionOver'),
  target: '#auth.signedOut',
  actions: endExpired,
} as const;

const typedName = ({ event }: { event: { name: string } }) => event.name;

/** Carries out a request that was held while the session was busy. */
function carryOut<Type extends HeldRequest['type'], Target extends string, Action extends string>(
  type: Type,
  target: Target,
  ...actions: readonly Action[]
) {
  return {
    guard: { type: 'isHeld', params: type },
    target,
    actions: [...actions, { type: 'releaseRequest', params: type }],
  } as const;
}

const authenticated = authSetup.createStateConfig({
  description: 'The session is valid, and no call runs.',
  // Also after a switch.
  entry: 'rememberLast',
  always: [
    carryOut('organization.switch', 'switching', 'switchToHeld'),
    carryOut('session.extend', 'refreshing', 'extendSession'),
    carryOut('organization.list', 'listing', 'clearNotice'),
  ],
  after: {
    REFRESH_DUE: { target: 'refreshing' },
    EXPIRY_WARNING: warnNearExpiry,
  },
  on: {
    'network.online': refreshWhenOverdue,
    'page.visible': refreshWhenOverdue,
    'session.check': refreshNow,
    'session.extend': extendNow,
    'organization.list': { target: 'listing', actions: 'clearNotice' },
    'organization.switch': {
      target: 'switching',
      actions: { type: 'switchTo', params: ({ event }) => event.id },
    },
  },
});

const listing = authSetup.createStateConfig({
  description: "Reads the member's organizations for the organization menu.",
  invoke: {
    id: 'readMemberships',
    src: 'readOrganizations',
    onDone: [
      {
        guard: ifResult('isDiscovered'),
        target: 'authenticated',
        actions: withResult('rememberMemberships'),
      },
      sessionIsOver,
      { target: 'authenticated', actions: withResult('explainResult') },
    ],
    onError: { target: 'authenticated', actions: 'explainUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'authenticated', actions: 'explainTimeout' } },
});

/**
 * `src/stytch/refresh` decides which tab of the browser calls the provider, and when, and shares its result.
 * This state only invokes a refresh and routes the result.
 */
const refreshing = authSetup.createStateConfig({
  description: 'Refreshes the session; the page stays usable.',
  initial: 'attempting',
  after: { EXPIRY_WARNING: warnNearExpiry },
  states: {
    attempting: {
      description: 'This tab or another one refreshes the session at the provider.',
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context }) => ({
          attempt: context.refreshAttempt + 1,
          mode: context.refreshMode,
        }),
        onDone: [
          {
            guard: ifResult('isRefreshed'),
            target: '#auth.signedIn.authenticated',
            actions: [withResult('tellPerson'), withResult('applyRefresh')],
          },
          {
            guard: ifResult('isDeferred'),
            target: 'waiting',
            actions: withResult('awaitOtherTab'),
          },
          {
            guard: ifResult('isUnavailable'),
            target: 'waiting',
            actions: withResult('awaitRetry'),
          },
          sessionIsOver,
          { target: 'waiting', actions: 'awaitRetryWithoutResult' },
        ],
        onError: { target: 'waiting', actions: 'awaitRetryWithoutResult' },
      },
      after: { BUSY_TIMEOUT: { target: 'waiting', actions: 'awaitRetryWithoutResult' } },
    },
    waiting: {
      description:
        'Waits before the next attempt (2 s doubled per attempt, with jitter), at most until the session ends.',
      // A provider that cannot be reached does not keep a member signed in (R11.19).
      always: {
        guard: 'sessionHasEnded',
        target: '#auth.signedOut',
        actions: ['removeSession', ...endExpired],
      },
      after: { BACKOFF: { target: 'attempting' } },
      on: {
        'network.online': { target: 'attempting', actions: 'refreshUrgently' },
        'page.visible': { target: 'attempting', actions: 'refreshUrgently' },
        'session.extend': { target: 'attempting', actions: 'extendSession' },
      },
    },
  },
});

const switching = authSetup.createStateConfig({
  description: 'Moves the session to another organization of the member.',
  tags: 'busy',
  invoke: {
    id: 'switchOrganization',
    src: 'switchOrganization',
    input: ({ context }) => ({ organizationId: context.switchTo }),
    onDone: [
      // The browser holds another person's session: nothing was switched.
      {
        guard: ifResult('isRefreshed'),
        target: 'authenticated',
        actions: [withResult('tellPerson'), withResult('applyRefresh')],
      },
      {
        guard: ifResult('isAuthenticated'),
        target: 'authenticated',
        actions: [
          withResult('tellPerson'),
          withResult('startSession'),
          { type: 'emitEvent', params: { type: 'switched', by: 'here' } },
        ],
      },
      ...verificationOutcomes,
      sessionIsOver,
      { target: 'authenticated', actions: withResult('explainSwitch') },
    ],
    onError: { target: 'authenticated', actions: 'explainSwitchUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'authenticated', actions: 'explainSwitchTimeout' } },
});

/** Holds a request that arrives while a refresh, a listing or a switch runs. */
const holdRequest = {
  actions: { type: 'holdRequest', params: ({ event }: { event: HeldRequest }) => event },
} as const;

const endWhenSessionIsMissing = {
  guard: { type: 'sessionIsMissing', params: hasSession },
  target: '#auth.signedOut',
  actions: [
    { type: 'endSession', params: 'cleared' },
    { type: 'emitEvent', params: { type: 'signedOut', reason: 'cleared' } },
  ],
} as const;

function hasSession({ event }: { event: { hasSession: boolean } }): boolean {
  return event.hasSession;
}

/** The states of a signed-in member (R11.2, R11.3). */
export const signedIn = authSetup.createStateConfig({
  description: 'A member is signed in to an organization.',
  tags: 'signedIn',
  entry: 'rememberLast',
  initial: 'authenticated',
  on: {
    'organization.list': holdRequest,
    'organization.switch': holdRequest,
    'session.extend': holdRequest,
    'organization.closeMenu': {
      guard: { type: 'isHeld', params: 'organization.list' },
      actions: { type: 'releaseRequest', params: 'organization.list' },
    },
    'session.found': [
      {
        guard: { type: 'isAnotherSession', params: ({ event }) => event.session },
        target: '.authenticated',
        actions: [
          tellFoundPerson,
          { type: 'startFoundSession', params: ({ event }) => event.session },
          { type: 'emitEvent', params: { type: 'switched', by: 'elsewhere' } },
        ],
      },
      { actions: { type: 'updateSession', params: ({ event }) => event.session } },
    ],
    'session.gone': {
      target: '#auth.signedOut',
      actions: [
        { type: 'endSession', params: ({ event }) => event.reason },
        {
          type: 'emitEvent',
          params: ({ event }) => ({ type: 'signedOut', reason: event.reason }),
        },
      ],
    },
    'route.changed': endWhenSessionIsMissing,
    'page.restored': endWhenSessionIsMissing,
    signOut: {
      target: '#auth.signingOut',
      actions: { type: 'setSignOutReason', params: 'requested' },
    },
    // Only an intermediate session can create an organization: the sign-in starts again (R6.19).
    'organization.create': [
      {
        guard: { type: 'typedIsUnusable', params: typedName },
        actions: { type: 'explainTyped', params: typedName },
      },
      {
        guard: 'mayCreate',
        target: '#auth.signingOut',
        actions: [
          { type: 'setSignOutReason', params: 'creation' },
          { type: 'keepTypedName', params: typedName },
        ],
      },
    ],
  },
  states: { authenticated, listing, refreshing, switching },
});

/** Emits that this tab found an existing session at boot. */
export const emitRestored = {
  type: 'emitEvent',
  params: { ...emitSignedIn.params, by: 'restored' },
} as const;
