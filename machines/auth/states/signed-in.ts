import { messages } from '../../rules/messages.ts';
import { createState } from '../auth.setup.ts';
import {
  followOtherTab,
  ifResult,
  say,
  startGrantedSession,
  updateFoundSession,
  verificationOutcomes,
  withResult,
} from './shared-transitions.ts';

const refreshNow = { guard: 'isOverdue', target: 'refreshing' } as const;
const extend = { target: 'extending', actions: 'clearNotice' } as const;
const list = { target: 'listing', actions: 'clearNotice' } as const;
const switchTo = {
  target: 'switching',
  actions: { type: 'chooseMembership', params: ({ event }: { event: { id: string } }) => event.id },
} as const;

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

/** The session was refreshed, here or in another tab. Entering `signedIn` again restarts its warning. */
const refreshed = {
  guard: ifResult('isRefreshed'),
  target: '#auth.signedIn',
  actions: [withResult('tellPerson'), withResult('applyRefresh')],
} as const;

const authenticated = createState({
  description:
    'The session is valid, and no call runs. After a failed refresh, it waits here for the next attempt.',
  after: { REFRESH_DUE: { target: 'refreshing' } },
  on: {
    'network.online': refreshNow,
    'page.visible': refreshNow,
    'session.check': { target: 'refreshing' },
    'session.extend': extend,
    'organization.list': list,
    'organization.switch': switchTo,
  },
});

const listing = createState({
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
  },
  on: { 'session.extend': extend, 'organization.switch': switchTo },
});

const REFRESH_MODES: Partial<Record<string, 'urgent' | 'check'>> = {
  'network.online': 'urgent',
  'page.visible': 'urgent',
  'session.check': 'check',
};

/** `src/stytch/refresh` decides which tab calls the provider. What the member asks for does not wait for it. */
const refreshing = createState({
  description:
    'This tab or another one refreshes the session at the provider; the page stays usable.',
  invoke: {
    id: 'refresh',
    src: 'refresh',
    input: ({ event }) => ({ mode: REFRESH_MODES[event.type] ?? 'scheduled' }),
    onDone: [
      refreshed,
      sessionIsOver,
      // A provider that cannot be reached does not keep a member signed in (R11.19).
      {
        guard: ifResult('sessionHasEnded'),
        target: '#auth.signedOut',
        actions: ['removeSession', ...endExpired],
      },
      { target: 'authenticated', actions: withResult('awaitRetry') },
    ],
  },
  on: { 'session.extend': extend, 'organization.list': list, 'organization.switch': switchTo },
});

const extending = createState({
  description: 'Extends the session, because the member asked to stay signed in.',
  invoke: {
    id: 'extend',
    src: 'refresh',
    input: { mode: 'extend' },
    onDone: [
      { ...refreshed, actions: [...refreshed.actions, say('success', messages.sessionExtended)] },
      sessionIsOver,
      {
        target: 'authenticated',
        actions: [withResult('awaitRetry'), say('error', messages.extensionFailed)],
      },
    ],
  },
});

const switching = createState({
  description: 'Moves the session to another organization of the member.',
  tags: 'busy',
  invoke: {
    id: 'switchOrganization',
    src: 'switchOrganization',
    input: ({ context }) => ({ organizationId: context.selectedOrganization?.id ?? null }),
    onDone: [
      // The browser holds another member's session: nothing was switched.
      refreshed,
      {
        guard: ifResult('isAuthenticated'),
        target: '#auth.signedIn',
        actions: [
          ...startGrantedSession,
          { type: 'emitEvent', params: { type: 'switched', by: 'here' } },
        ],
      },
      ...verificationOutcomes,
      sessionIsOver,
      { target: 'authenticated', actions: withResult('explainSwitch') },
    ],
  },
});

const endWhenSessionIsMissing = {
  guard: {
    type: 'sessionIsMissing',
    params: ({ event }: { event: { hasSession: boolean } }) => event.hasSession,
  },
  target: '#auth.signedOut',
  actions: [
    { type: 'endSession', params: 'cleared' },
    { type: 'emitEvent', params: { type: 'signedOut', reason: 'cleared' } },
  ],
} as const;

/** The states of a signed-in member (R11.2, R11.3). */
export const signedIn = createState({
  description: 'A member is signed in to an organization.',
  tags: 'signedIn',
  entry: 'rememberLast',
  initial: 'authenticated',
  after: { EXPIRY_WARNING: { guard: 'expiryIsNear', actions: 'warnOfExpiry' } },
  on: {
    'session.found': [
      updateFoundSession,
      {
        target: '#auth.signedIn',
        reenter: true,
        actions: [
          ...followOtherTab,
          { type: 'emitEvent', params: { type: 'switched', by: 'elsewhere' } },
        ],
      },
    ],
    'session.gone': {
      target: '#auth.signedOut',
      actions: [
        { type: 'endSession', params: ({ event }) => event.reason },
        { type: 'emitEvent', params: ({ event }) => ({ type: 'signedOut', reason: event.reason }) },
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
      { guard: 'typedIsUnusable', actions: 'explainTyped' },
      {
        guard: 'mayCreate',
        target: '#auth.signingOut',
        actions: [{ type: 'setSignOutReason', params: 'creation' }, 'choose'],
      },
    ],
  },
  states: { authenticated, listing, refreshing, extending, switching },
});
