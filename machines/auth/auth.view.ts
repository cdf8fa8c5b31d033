import type { SnapshotFrom } from 'xstate';
import { guards, intermediateIsEnding, resendAt, stepUpEmail } from './auth.guards.ts';
import type { AuthMachine } from './auth.machine.ts';
import type {
  AppView,
  AuthView,
  LoadingView,
  LoginView,
  SecondFactorView,
  SelectionView,
  StepUpView,
} from './auth.view.types.ts';

/** A snapshot of the auth actor. */
export type AuthSnapshot = SnapshotFrom<AuthMachine>;

/**
 * The view of a snapshot: the screen, and everything that it shows (R21.4).
 *
 * @param snapshot of the auth machine, in any state
 */
export function authView(snapshot: AuthSnapshot): AuthView {
  const { value } = snapshot;
  if (typeof value === 'string') return { screen: 'loading', doing: LOADING[value] };
  if ('signedIn' in value) return appView(snapshot);
  const { signedOut } = value;
  const state = typeof signedOut === 'string' ? signedOut : (Object.keys(signedOut)[0] ?? '');
  return SIGNED_OUT_VIEWS[state]?.(snapshot) ?? SIGNING_IN;
}

type Value = AuthSnapshot['value'];

const LOADING: Record<Extract<Value, string>, LoadingView['doing']> = {
  restoring: 'restoring',
  resuming: 'restoring',
  signingOut: 'signing_out',
};

/** The states directly inside `signedOut`. */
type SignedOutState = KeysOf<Extract<Value, { signedOut: unknown }>['signedOut']>;
type KeysOf<Inner> = Inner extends string ? Inner : keyof Inner;

type SignedOutView = (snapshot: AuthSnapshot) => AuthView;

/** One view per state: a state without an entry does not compile. */
const SIGNED_OUT_VIEWS: Partial<Record<string, SignedOutView>> = {
  default: loginView,
  starting: (snapshot) =>
    guards.canSelect(snapshot) ? selectionView(snapshot) : loginView(snapshot),
  confirmingLink: ({ context }) => ({ screen: 'confirmLink', notice: context.notice }),
  // A discovery callback leads to the list of organizations; the other callbacks can sign in directly.
  redeeming: (snapshot) =>
    snapshot.context.callback === 'discovery_oauth' ? selectionView(snapshot) : SIGNING_IN,
  discovering: selectionView,
  selecting: selectionView,
  // An exchange after a verification completes on the step-up screen.
  exchanging: (snapshot) =>
    snapshot.context.stepUp === null ? selectionView(snapshot) : stepUpView(snapshot),
  creating: selectionView,
  stepUp: stepUpView,
  secondFactor: secondFactorView,
} satisfies Record<SignedOutState, SignedOutView>;

const SIGNING_IN = { screen: 'loading', doing: 'signing_in' } as const;

function loginView(snapshot: AuthSnapshot): LoginView {
  const { selectedOrganization, lastOrganization } = snapshot.context;
  const isStarting = snapshot.matches({ signedOut: 'starting' });
  // The login screen drops the last organization from the choice (R4.7), so that it starts only by its own button.
  const isContinuing = isStarting && selectedOrganization?.id === lastOrganization?.id;
  const continuing = isContinuing && selectedOrganization !== null;
  return {
    screen: 'login',
    notice: snapshot.context.notice,
    starting: isStarting && !continuing,
    continuing,
    organization: continuing ? null : selectedOrganization,
    lastOrganization: continuing || guards.offersLast(snapshot) ? lastOrganization : null,
  };
}

function selectionView(snapshot: AuthSnapshot): SelectionView {
  const { context } = snapshot;
  return {
    screen: 'selection',
    notice: context.notice,
    discovering:
      snapshot.matches({ signedOut: 'redeeming' }) ||
      snapshot.matches({ signedOut: 'discovering' }),
    organizations: context.organizations ?? [],
    unread: snapshot.can({ type: 'organization.list' }),
    lastOrganizationId: context.lastOrganization?.id ?? null,
    emailAddress: context.emailAddress,
    mode: snapshot.matches({ signedOut: { selecting: 'typing' } }) ? 'typing' : 'browsing',
    typedName: context.typedName,
    busy: busyWith(snapshot),
    failedOrganizationId: failedOrganizationId(snapshot),
    expiring: isExpiring(snapshot),
    canLeave: snapshot.can({ type: 'back' }),
    canCreate: guards.mayCreate(snapshot),
    slugPattern: context.project.slugPattern,
  };
}

/** Whether to warn of the end of the intermediate session: only where signing in again can be started. */
function isExpiring(snapshot: AuthSnapshot): boolean {
  return (
    intermediateIsEnding(snapshot.context) &&
    (['stepUp', 'selecting', 'starting'] as const).some((state) =>
      snapshot.matches({ signedOut: state }),
    )
  );
}

/** The listed organization that an error notice is about. While a name is typed, the error is about the name. */
function failedOrganizationId(snapshot: AuthSnapshot): string | null {
  const { notice, organizations } = snapshot.context;
  if (notice?.tone !== 'error' || !snapshot.matches({ signedOut: { selecting: 'browsing' } })) {
    return null;
  }
  return organizations?.find(({ id }) => id === notice.organizationId)?.id ?? null;
}

function busyWith(snapshot: AuthSnapshot): SelectionView['busy'] {
  const organization = snapshot.context.selectedOrganization;
  const starting = snapshot.matches({ signedOut: 'starting' });
  if (starting) return { organization, doing: 'starting' };
  if (organization === null) return null;
  if (snapshot.matches({ signedOut: 'exchanging' })) return { organization, doing: 'exchanging' };
  return snapshot.matches({ signedOut: 'creating' }) ? { organization, doing: 'creating' } : null;
}

function stepUpView(snapshot: AuthSnapshot): StepUpView {
  const { context } = snapshot;
  return {
    screen: 'stepUp',
    notice: context.notice,
    organization: context.stepUp?.organization ?? NO_ORGANIZATION,
    emailAddress: stepUpEmail(context),
    methods: context.stepUp?.allowedAuthMethods ?? [],
    code: {
      status: codeStatus(snapshot),
      sentAt: guards.codeWasSent(snapshot) ? context.codeSentAt : null,
      resendAt: resendAt(context, context.codeSentAt),
      rejections: context.codeRejections,
    },
    link: {
      status: linkStatus(snapshot),
      sentAt: guards.linkWasSent(snapshot) ? context.linkSentAt : null,
      resendAt: resendAt(context, context.linkSentAt),
    },
    expiring: isExpiring(snapshot),
    completing: snapshot.matches({ signedOut: 'exchanging' }),
  };
}

function codeStatus(snapshot: AuthSnapshot): StepUpView['code']['status'] {
  if (snapshot.matches({ signedOut: { stepUp: { otp: 'sending' } } })) return 'sending';
  if (snapshot.matches({ signedOut: { stepUp: { otp: 'verifying' } } })) return 'verifying';
  const sent = snapshot.matches({ signedOut: { stepUp: { otp: 'awaitingCode' } } });
  return sent || snapshot.matches({ signedOut: 'exchanging' }) ? 'awaitingCode' : 'idle';
}

function linkStatus(snapshot: AuthSnapshot): StepUpView['link']['status'] {
  if (snapshot.matches({ signedOut: { stepUp: { magicLink: 'sending' } } })) return 'sending';
  const sent = snapshot.matches({ signedOut: { stepUp: { magicLink: 'awaitingLink' } } });
  return sent ? 'awaitingLink' : 'idle';
}

function secondFactorView(snapshot: AuthSnapshot): SecondFactorView {
  const { context } = snapshot;
  return {
    screen: 'secondFactor',
    notice: context.notice,
    organization: context.secondFactor?.organization ?? NO_ORGANIZATION,
    expiring: intermediateIsEnding(context),
    step: secondFactorStep(snapshot),
  };
}

function secondFactorStep(snapshot: AuthSnapshot): SecondFactorView['step'] {
  const { enrolment, codeRejections: rejections } = snapshot.context;
  const at = (state: SecondFactorState) => snapshot.matches({ signedOut: { secondFactor: state } });
  if (at('unsupported')) return { name: 'unsupported' };
  if (at('recovering')) {
    return { name: 'recovery', busy: at({ recovering: 'checking' }), rejections };
  }
  if (at('savingCodes')) {
    return { name: 'savingCodes', recoveryCodes: enrolment?.recoveryCodes ?? [] };
  }
  if (at('enrolling') && enrolment !== null) {
    return { name: 'enrolling', enrolment, busy: at({ enrolling: 'checking' }), rejections };
  }
  if (at('enrolling')) return { name: 'preparing', failed: at({ enrolling: 'failed' }) };
  return { name: 'code', busy: at({ verifying: 'checking' }), rejections };
}

type SecondFactorState =
  | 'unsupported'
  | 'savingCodes'
  | 'enrolling'
  | 'recovering'
  | { enrolling: 'checking' | 'failed' }
  | { recovering: 'checking' }
  | { verifying: 'checking' };

function appView(snapshot: AuthSnapshot): AuthView {
  const { context } = snapshot;
  const { session } = context;
  // The machine enters `signedIn` only with a session. Without one, the app must not render.
  if (session === null) return { screen: 'loading', doing: 'restoring' };
  const view: AppView = {
    screen: 'app',
    notice: context.notice,
    session,
    reconnecting: context.failedRefreshes > 0,
    expiring: context.expiryWarned,
    renewing: snapshot.matches({ signedIn: 'extending' }),
    switching: snapshot.matches({ signedIn: 'switching' }),
    memberships: context.organizations,
    listing: snapshot.matches({ signedIn: 'listing' }),
    canCreate: guards.mayCreate(snapshot),
    slugPattern: context.project.slugPattern,
  };
  return view;
}

/**
 * The organization of a step-up or a second factor without its requirement. The machine enters these states
 * only with one; without one, the screen still renders.
 */
const NO_ORGANIZATION = { id: '', slug: '', name: '' } as const;
