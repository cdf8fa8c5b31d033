import { and, not } from 'xstate';
import { createState } from '../auth.setup.ts';
import {
  followOtherTab,
  ifKind,
  ifOver,
  say,
  startGrantedSession,
  updateFoundSession,
} from './shared-transitions.ts';

const refreshNow = { guard: 'isOverdue', target: 'refreshing' } as const;
const extend = { target: 'extending', actions: 'clearNotice' } as const;

const sessionExpired = [
  { type: 'endSession', params: 'expired' },
  { type: 'emitEvent', params: { type: 'signedOut', reason: 'expired' } },
] as const;

/** The provider ended the session, and its call has removed it: a retry cannot help (R11.5). */
const sessionIsOver = {
  guard: ifOver('session'),
  target: '#auth.signedOut',
  actions: sessionExpired,
} as const;

/** The session of this member was refreshed, here or in another tab: the other regions go on. */
const memberRefreshed = {
  guard: 'isMemberRefreshed',
  target: 'authenticated',
  actions: ['applyRefresh', 'rememberLast'],
} as const;

/** The browser now holds another session: every region restarts. */
const otherRefreshed = {
  guard: ifKind('refreshed'),
  target: '#auth.signedIn',
  actions: ['resetForOtherPerson', 'applyRefresh'],
} as const;

const authenticated = createState({
  description:
    'The session is valid, and no call changes it. After a failed refresh, it waits here for the next attempt.',
  after: { REFRESH_DUE: { target: 'refreshing' } },
  on: {
    'network.online': refreshNow,
    'page.visible': refreshNow,
    'session.check': { target: 'refreshing.asking' },
    'session.extend': extend,
  },
});

const REFRESH_MODES: Partial<Record<string, 'urgent' | 'check'>> = {
  'network.online': 'urgent',
  'page.visible': 'urgent',
  'session.check': 'check',
};

/** `src/stytch/refresh` decides which tab calls the provider. The requests of the member do not wait for it. */
const refreshing = createState({
  description: 'Refreshes the session at the provider; the page stays usable.',
  initial: 'sharing',
  invoke: {
    id: 'refresh',
    src: 'refresh',
    input: ({ event }) => ({ mode: REFRESH_MODES[event.type] ?? 'scheduled' }),
    // In order: a session of this member or of another one, a failure that ends the session, one that is retried.
    onDone: [
      memberRefreshed,
      otherRefreshed,
      sessionIsOver,
      // A provider that cannot be reached does not keep a member signed in (R11.19).
      {
        guard: 'sessionHasEnded',
        target: '#auth.signedOut',
        actions: ['removeSession', ...sessionExpired],
      },
      { target: 'authenticated', actions: 'scheduleRetry' },
    ],
  },
  on: {
    // If another tab refreshed instead, this request would get no answer (R11.26).
    'session.check': { target: '.asking', reenter: true },
    'session.extend': extend,
  },
  states: {
    sharing: { description: 'One of the tabs asks the provider for all.' },
    asking: {
      description: 'This tab asks, because the server has not accepted the session.',
      // The call in progress answers this one, too.
      on: { 'session.check': {} },
    },
  },
});

const extending = createState({
  description: 'Extends the session, because the member asked to stay signed in.',
  invoke: {
    id: 'extend',
    src: 'refresh',
    input: { mode: 'extend' },
    onDone: [
      {
        ...memberRefreshed,
        actions: [...memberRefreshed.actions, say('success', 'sessionExtended')],
      },
      {
        ...otherRefreshed,
        actions: [...otherRefreshed.actions, say('success', 'sessionExtended')],
      },
      sessionIsOver,
      {
        target: 'authenticated',
        actions: ['scheduleRetry', say('error', 'extensionFailed')],
      },
    ],
  },
});

const switching = createState({
  description: 'Moves the session to another organization of the member.',
  invoke: {
    id: 'switchOrganization',
    src: 'switchOrganization',
    input: ({ context }) => ({ organizationId: context.selectedOrganization?.id ?? null }),
    onDone: [
      // Nothing was switched. The kinds of results exclude each other; of failures, the end of the session comes first.
      otherRefreshed,
      {
        guard: ifKind('authenticated'),
        target: '#auth.signedIn',
        actions: startGrantedSession,
      },
      sessionIsOver,
      {
        guard: 'hasFailed',
        target: 'authenticated',
        actions: 'explainSwitch',
      },
    ],
  },
});

const session = createState({
  description: 'The session of the member, and the one call that may change it.',
  initial: 'authenticated',
  states: { authenticated, refreshing, extending, switching },
});

const menu = createState({
  description: 'The organizations that the organization menu lists.',
  initial: 'resting',
  states: {
    resting: {
      description: 'Nothing is read.',
      on: {
        // A switch ends the session that the call would be made with.
        'organization.list': {
          guard: 'mayReadMemberships',
          target: 'reading',
          actions: 'clearNotice',
        },
      },
    },
    reading: {
      description: "Reads the member's organizations.",
      invoke: {
        id: 'readMemberships',
        src: 'readOrganizations',
        onDone: [
          {
            guard: ifKind('discovered'),
            target: 'resting',
            actions: 'rememberMemberships',
          },
          sessionIsOver,
          { target: 'resting', actions: 'explainResult' },
        ],
      },
    },
  },
});

/** Depends only on when the session ends: any extension ends the warning (R11.11). */
const warning = createState({
  description: 'Whether the member is warned that the session ends.',
  initial: 'quiet',
  states: {
    quiet: {
      description: 'The end is not near.',
      always: { guard: 'expiryIsNear', target: 'warned' },
      // The session was lengthened meanwhile.
      after: { EXPIRY_WARNING: { target: 'quiet', reenter: true } },
    },
    warned: {
      description: 'The end is near.',
      always: { guard: not('expiryIsNear'), target: 'quiet' },
    },
  },
});

const signedOutIfCleared = {
  guard: 'sessionIsMissing',
  target: '#auth.signedOut',
  actions: [
    { type: 'endSession', params: 'cleared' },
    { type: 'emitEvent', params: { type: 'signedOut', reason: 'cleared' } },
  ],
} as const;

/** The states of a signed-in member, which run at the same time (R11.2, R11.3). */
export const signedIn = createState({
  description: 'A member is signed in to an organization.',
  tags: 'signedIn',
  entry: 'rememberLast',
  type: 'parallel',
  on: {
    'session.found': [
      updateFoundSession,
      {
        target: '#auth.signedIn',
        reenter: true,
        actions: followOtherTab,
      },
    ],
    'session.gone': {
      target: '#auth.signedOut',
      actions: [
        { type: 'endSession', params: ({ event }) => event.reason },
        { type: 'emitEvent', params: ({ event }) => ({ type: 'signedOut', reason: event.reason }) },
      ],
    },
    'route.changed': signedOutIfCleared,
    'page.restored': signedOutIfCleared,
    // The menu closes, and a refresh that runs is dropped.
    'organization.switch': {
      guard: 'maySwitch',
      target: '.session.switching',
      actions: { type: 'chooseMembership', params: ({ event }) => event.id },
    },
    signOut: {
      target: '#auth.signingOut',
      actions: { type: 'setSignOutReason', params: 'requested' },
    },
    // Only an intermediate session can create an organization: the sign-in starts again (R6.19).
    'organization.create': [
      { guard: 'typedIsUnusable', actions: 'explainTyped' },
      {
        guard: and(['mayCreate', 'isNotBlank']),
        target: '#auth.signingOut',
        actions: [{ type: 'setSignOutReason', params: 'creation' }, 'choose'],
      },
    ],
  },
  states: { session, menu, warning },
});
