import type { SnapshotFrom } from 'xstate';
import { guards, resendAt, stepUpEmail, wasWarnedOfEnd } from './auth.guards.ts';
import type { AuthMachine } from './auth.machine.ts';
import type { Mail } from './auth.types.ts';
import { type SecondFactorView, secondFactorView } from './second-factor/second-factor.view.ts';

export type AuthSnapshot = SnapshotFrom<AuthMachine>;

/** Everything that a screen shows: one variant per screen, as the functions below build it. */
export type AuthView =
  | LoadingView
  | LoginView
  | ConfirmLinkView
  | SelectionView
  | StepUpView
  | SecondFactorView
  | AppView;

export type Screen = AuthView['screen'];

type Value = AuthSnapshot['value'];

/** The view of a snapshot: the screen, and everything that it shows (R21.4). */
export function authView(snapshot: AuthSnapshot): AuthView {
  const { value } = snapshot;
  if (typeof value === 'string') return loadingView(LOADING[value]);
  if ('signedIn' in value) return appView(snapshot);
  const inside = insideSignedOut(snapshot);
  const state = typeof inside === 'string' ? inside : (Object.keys(inside)[0] ?? '');
  return SIGNED_OUT_VIEWS[state]?.(snapshot) ?? loadingView('signing_in');
}

function insideSignedOut({ value }: AuthSnapshot) {
  return typeof value === 'object' && 'signedOut' in value ? value.signedOut : 'default';
}

const LOADING = {
  restoring: 'restoring',
  resuming: 'restoring',
  signingOut: 'signing_out',
} as const satisfies Record<Extract<Value, string>, string>;

/** The states directly inside `signedOut`. */
type SignedOutState = KeysOf<Extract<Value, { signedOut: unknown }>['signedOut']>;
type KeysOf<Inner> = Inner extends string ? Inner : keyof Inner;

type SignedOutView = (snapshot: AuthSnapshot) => AuthView;

/** One view per state: a state without an entry does not compile. */
const SIGNED_OUT_VIEWS: Partial<Record<string, SignedOutView>> = {
  default: loginView,
  // Left at once.
  returning: loginView,
  starting: (snapshot) =>
    guards.canSelect(snapshot) ? selectionView(snapshot) : loginView(snapshot),
  confirmingLink: confirmLinkView,
  // A discovery callback leads to the list of organizations; the other callbacks can sign in directly.
  redeeming: (snapshot) =>
    snapshot.context.callback === 'discovery_oauth'
      ? selectionView(snapshot)
      : loadingView('signing_in'),
  discovering: selectionView,
  selecting: selectionView,
  // An exchange after a verification completes on the step-up screen.
  exchanging: (snapshot) =>
    snapshot.context.stepUp === null ? selectionView(snapshot) : stepUpView(snapshot),
  creating: selectionView,
  stepUp: stepUpView,
  secondFactor: secondFactorView,
} satisfies Record<SignedOutState, SignedOutView>;

/** The full-screen loading overlay with the logo (R1.3). */
type LoadingView = ReturnType<typeof loadingView>;

function loadingView(doing: 'restoring' | 'signing_in' | 'signing_out') {
  return { screen: 'loading', doing } as const;
}

/** The login card in default mode (R4.1). */
export type LoginView = ReturnType<typeof loginView>;

function loginView(snapshot: AuthSnapshot) {
  const { notice, selectedOrganization, lastOrganization } = snapshot.context;
  const isStarting = snapshot.matches({ signedOut: 'starting' });
  // The login screen drops the last organization from the choice (R4.7), so that it starts only by its own button.
  const isLast = selectedOrganization !== null && selectedOrganization.id === lastOrganization?.id;
  const continuing = isStarting && isLast;
  return {
    screen: 'login',
    notice,
    /** Google is being started, for `organization` or for discovery. */
    starting: isStarting && !continuing,
    /** Google is being started for `lastOrganization`. */
    continuing,
    /** The stored organization that Google sign-in is for; `null` for discovery. */
    organization: continuing ? null : selectedOrganization,
    /** The organization of the last session, offered again (R4.7); `null` without one, or if one is selected. */
    lastOrganization: continuing || guards.offersLast(snapshot) ? lastOrganization : null,
  } as const;
}

/** Asks for confirmation of an e-mailed link that this browser did not request. */
export type ConfirmLinkView = ReturnType<typeof confirmLinkView>;

function confirmLinkView(snapshot: AuthSnapshot) {
  const { notice, session } = snapshot.context;
  return {
    screen: 'confirmLink',
    notice,
    /** The link leads into one organization. */
    opensOrganization: guards.opensOrganization(snapshot),
    /** The member whom the link signs out first; `null` without a session. */
    session,
  } as const;
}

/** The login card in selection mode (R6.1). */
export type SelectionView = ReturnType<typeof selectionView>;

function selectionView(snapshot: AuthSnapshot) {
  const { context } = snapshot;
  return {
    screen: 'selection',
    notice: context.notice,
    discovering:
      snapshot.matches({ signedOut: 'redeeming' }) ||
      snapshot.matches({ signedOut: 'discovering' }),
    organizations: context.organizations ?? [],
    /** The list could not be read, or is lost: it can be read again. */
    unread: snapshot.can({ type: 'organization.list' }),
    /** The organization of the last session in this browser, listed first in its group. */
    lastOrganizationId: context.lastOrganization?.id ?? null,
    emailAddress: context.emailAddress,
    mode: selectingState(snapshot),
    typedName: context.typedName,
    busy: busyWith(snapshot),
    failedOrganizationId: failedOrganizationId(snapshot),
    expiring: isExpiring(snapshot),
    /** "← Back to login" works (R6.23). */
    canLeave: snapshot.can({ type: 'back' }),
    canCreate: guards.mayCreate(snapshot),
    slugPattern: context.project.slugPattern,
  } as const;
}

/** The state inside `selecting`; the list also shows while it is read and while an organization is opened. */
function selectingState(snapshot: AuthSnapshot) {
  const inside = insideSignedOut(snapshot);
  return typeof inside === 'object' && 'selecting' in inside ? inside.selecting : 'browsing';
}

/** Whether to warn of the end of the intermediate session: only where signing in again can be started. */
function isExpiring(snapshot: AuthSnapshot): boolean {
  return (
    wasWarnedOfEnd(snapshot) &&
    (['stepUp', 'selecting', 'starting'] as const).some((state) =>
      snapshot.matches({ signedOut: state }),
    )
  );
}

/** The listed organization that the notice is about. */
function failedOrganizationId({ context: { notice, organizations } }: AuthSnapshot): string | null {
  return organizations?.find(({ id }) => id === notice?.organizationId)?.id ?? null;
}

/** The organization that is exchanged, created or opened with Google, whose row is busy; `null`: Google for any. */
function busyWith(snapshot: AuthSnapshot) {
  const doing = (['starting', 'exchanging', 'creating'] as const).find((state) =>
    snapshot.matches({ signedOut: state }),
  );
  return doing === undefined
    ? null
    : { organization: snapshot.context.selectedOrganization, doing };
}

/** The states that the step-up screen shows for the code and the link once the e-mail is verified. */
const COMPLETING = { otp: 'awaitingCode', magicLink: 'idle' } as const;

/** The login card in step-up mode (R8.1). */
export type StepUpView = ReturnType<typeof stepUpView>;

function stepUpView(snapshot: AuthSnapshot) {
  const { context } = snapshot;
  /** When it was sent, in epoch milliseconds; `null` without one that can still work. */
  const sentAt = (mail: Mail) => (guards.wasSent(snapshot, mail) && context.sent[mail]?.at) || null;
  const inside = insideSignedOut(snapshot);
  const isStepUp = typeof inside === 'object' && 'stepUp' in inside;
  const { otp, magicLink } = isStepUp ? inside.stepUp : COMPLETING;
  const completing = snapshot.matches({ signedOut: 'exchanging' });
  return {
    screen: 'stepUp',
    notice: context.notice,
    organization: context.stepUp?.organization ?? NO_ORGANIZATION,
    emailAddress: stepUpEmail(context),
    methods: context.stepUp?.allowedAuthMethods ?? [],
    connections: context.stepUp?.connections ?? [],
    code: {
      status: otp,
      sentAt: sentAt('code'),
      /** When a code may be sent again, in epoch milliseconds; `null` when it may be now. */
      resendAt: resendAt(context, 'code'),
      rejections: context.codeRejections,
    },
    link: {
      status: magicLink,
      sentAt: sentAt('link'),
      resendAt: resendAt(context, 'link'),
    },
    expiring: isExpiring(snapshot),
    completing,
  } as const;
}

/** The product of a signed-in member, with the state of the session. */
export type AppView = Extract<ReturnType<typeof appView>, { screen: 'app' }>;

function appView(snapshot: AuthSnapshot) {
  const { context } = snapshot;
  const { session } = context;
  // The machine enters `signedIn` only with a session. Without one, the app must not render.
  if (session === null) return loadingView('restoring');
  return {
    screen: 'app',
    notice: context.notice,
    session,
    reconnecting: context.refresh.reconnecting,
    expiring: snapshot.matches({ signedIn: { warning: 'warned' } }),
    extending: snapshot.matches({ signedIn: { session: 'extending' } }),
    switching: snapshot.matches({ signedIn: { session: 'switching' } }),
    /** The member's organizations; `null` until they are read. */
    memberships: context.organizations,
    listing: snapshot.matches({ signedIn: { menu: 'reading' } }),
    /** Whether the menu leads to creating an organization: never in an impersonated session. */
    canCreate: guards.mayCreate(snapshot),
    slugPattern: context.project.slugPattern,
  } as const;
}

/** For the types: a step-up has its requirement, with an organization. */
const NO_ORGANIZATION = { id: '', slug: '', name: '' } as const;
