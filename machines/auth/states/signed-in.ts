import { authSetup } from '../auth.setup.ts';
import type { HeldRequest } from '../auth.types.ts';
import { emitSignedIn, ifResult, verificationOutcomes, withResult } from './shared-transitions.ts';

const nearExpiry = { guard: 'expiryIsNear', actions: 'warnOfExpiry' } as const;
const urgently = { target: '#auth.signedIn.refreshing', actions: 'refreshUrgently' } as const;
const urgentlyWhenOverdue = { guard: 'isOverdue', ...urgently } as const;
const extend = { target: '#auth.signedIn.refreshing', actions: 'extendSession' } as const;

/** The provider ended the session: a retry cannot help (R11.5). */
const sessionIsOver = {
  guard: ifResult('isSessionOver'),
  target: '#auth.signedOut',
  actions: [
    { type: 'endSession', params: 'expired' },
    { type: 'emitEvent', params: { type: 'signedOut', reason: 'expired' } },
  ],
} as const;

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
  always: [
    carryOut('organization.switch', 'switching', 'switchToHeld'),
    carryOut('session.extend', 'refreshing', 'extendSession'),
    carryOut('organization.list', 'listing'),
  ],
  after: {
    REFRESH_DUE: { target: 'refreshing' },
    EXPIRY_WARNING: nearExpiry,
  },
  on: {
    'network.online': urgentlyWhenOverdue,
    'page.visible': urgentlyWhenOverdue,
    'session.extend': extend,
    'organization.list': { target: 'listing' },
    'organization.switch': {
      target: 'switching',
      actions: { type: 'switchTo', params: ({ event }) => event.id },
    },
  },
});

const listing = authSetup.createStateConfig({
  description: "The organization menu reads the member's organizations.",
  invoke: {
    id: 'readMemberships',
    src: 'readOrganizations',
    onDone: [
      {
        guard: ifResult('isDiscovered'),
        target: 'authenticated',
        actions: withResult('rememberMemberships'),
      },
      { target: 'authenticated', actions: withResult('explainResult') },
    ],
    onError: { target: 'authenticated', actions: 'explainUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'authenticated', actions: 'explainTimeout' } },
});

/**
 * Which tab asks the provider, and when, is not decided here: `src/stytch/refresh` elects one tab of the
 * browser and shares its result. This state only asks for a refresh and routes what comes back.
 */
const refreshing = authSetup.createStateConfig({
  description: 'The session is refreshed while the member stays on the page.',
  initial: 'attempting',
  after: { EXPIRY_WARNING: nearExpiry },
  states: {
    attempting: {
      description: 'This tab or another one asks the provider to refresh the session.',
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
            actions: withResult('applyRefresh'),
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
      description: 'The next attempt waits for its backoff (2 s doubled per attempt, with jitter).',
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
  description: 'The session is moved to another organization of the member.',
  tags: 'busy',
  invoke: {
    id: 'switchOrganization',
    src: 'switchOrganization',
    input: ({ context }) => ({ organizationId: context.switchTo }),
    onDone: [
      {
        guard: ifResult('isAuthenticated'),
        target: 'authenticated',
        actions: [
          withResult('startSession'),
          { type: 'emitEvent', params: { type: 'switched', by: 'here' } },
        ],
      },
      ...verificationOutcomes,
      sessionIsOver,
      { target: 'authenticated', actions: withResult('explainSwitch') },
    ],
    onError: { target: 'authenticated', actions: 'explainUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'authenticated', actions: 'explainTimeout' } },
});

/** A request that comes while the session is refreshed, listed or switched waits for its end. */
const hold = {
  actions: { type: 'holdRequest', params: ({ event }: { event: HeldRequest }) => event },
} as const;

const cleared = {
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

/** Everything while somebody is in (R11.2, R11.3). */
export const signedIn = authSetup.createStateConfig({
  description: 'A member is signed in to an organization.',
  tags: 'signedIn',
  initial: 'authenticated',
  on: {
    'organization.list': hold,
    'organization.switch': hold,
    'session.extend': hold,
    'organization.closeMenu': {
      guard: { type: 'isHeld', params: 'organization.list' },
      actions: { type: 'releaseRequest', params: 'organization.list' },
    },
    'session.found': [
      {
        guard: { type: 'isAnotherSession', params: ({ event }) => event.session },
        target: '.authenticated',
        actions: [
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
    'route.changed': cleared,
    'page.restored': cleared,
    signOut: {
      target: '#auth.signingOut',
      actions: { type: 'setSignOutReason', params: 'requested' },
    },
    'impersonation.stop': {
      target: '#auth.signingOut',
      actions: { type: 'setSignOutReason', params: 'impersonation_stopped' },
    },
  },
  states: { authenticated, listing, refreshing, switching },
});

/** A session that a reload or another tab brought. */
export const emitRestored = {
  type: 'emitEvent',
  params: { ...emitSignedIn.params, by: 'restored' },
} as const;
