import { authSetup } from '../auth.setup.ts';
import { emitSignedIn, furtherSteps, ifResult, withResult } from './shared-transitions.ts';

const nearExpiry = { guard: 'expiryIsNear', actions: 'warnOfExpiry' } as const;
const urgently = { target: '#auth.signedIn.refreshing', actions: 'refreshUrgently' } as const;
const urgentlyWhenOverdue = { guard: 'isOverdue', ...urgently } as const;
const extend = { target: '#auth.signedIn.refreshing', actions: 'extendSession' } as const;

/** The provider says that the session is over: trying again cannot help (R11.5). */
const sessionIsOver = {
  guard: ifResult('isSessionOver'),
  target: '#auth.signedOut',
  actions: [
    { type: 'endSession', params: 'expired' },
    { type: 'emitEvent', params: { type: 'signedOut', reason: 'expired' } },
  ],
} as const;

const authenticated = authSetup.createStateConfig({
  description: 'Somebody is signed in.',
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
  description: "The member's organizations are read for the menu.",
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

const refreshing = authSetup.createStateConfig({
  description: 'The session is being refreshed; the person stays on the page.',
  initial: 'attempting',
  after: { EXPIRY_WARNING: nearExpiry },
  states: {
    attempting: {
      description: 'The provider is asked, or another tab is found to have asked.',
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
      description: 'The next attempt has its time (2 s doubled per attempt, with jitter).',
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
  description: 'The session is being moved to another organization of the member.',
  tags: 'busy',
  invoke: {
    id: 'switchOrganization',
    src: 'switchOrganization',
    input: ({ context }) => ({ organizationId: context.switchTo ?? '' }),
    onDone: [
      {
        guard: ifResult('isAuthenticated'),
        target: 'authenticated',
        actions: [
          withResult('startSession'),
          { type: 'emitEvent', params: { type: 'switched', by: 'here' } },
        ],
      },
      ...furtherSteps,
      sessionIsOver,
      { target: 'authenticated', actions: withResult('explainSwitch') },
    ],
    onError: { target: 'authenticated', actions: 'explainUnexpected' },
  },
  after: { BUSY_TIMEOUT: { target: 'authenticated', actions: 'explainTimeout' } },
});

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

/** The one fact of a session that another tab or a reload brought. */
export const emitRestored = {
  type: 'emitEvent',
  params: { ...emitSignedIn.params, by: 'restored' },
} as const;
