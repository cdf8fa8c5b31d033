import type { SnapshotFrom, StateValue } from 'xstate';
import { resendAt, stepUpEmail } from './auth.guards.ts';
import type { AuthMachine } from './auth.machine.ts';
import type {
  AppView,
  AuthView,
  SecondFactorView,
  SelectionView,
  StepUpView,
} from './auth.view.types.ts';

/** What the auth actor is at, at one moment. */
export type AuthSnapshot = SnapshotFrom<AuthMachine>;

/**
 * What a screen shows for a snapshot, and all that it shows (R21.4). Views read nothing else.
 *
 * @param snapshot any snapshot of the auth machine
 * @returns one member of the union of screens
 */
export function authView(snapshot: AuthSnapshot): AuthView {
  const { context } = snapshot;
  if (snapshot.matches('signingOut')) return { screen: 'loading', doing: 'signing_out' };
  if (snapshot.matches('signedIn')) return appView(snapshot);
  if (!snapshot.matches('signedOut')) return { screen: 'loading', doing: 'restoring' };
  if (snapshot.matches({ signedOut: 'default' })) return loginView(snapshot);
  if (snapshot.matches({ signedOut: 'confirming' }))
    return { screen: 'confirm', notice: context.notice };
  if (snapshot.matches({ signedOut: 'secondFactor' })) return secondFactorView(snapshot);
  if (isStepUp(snapshot)) return stepUpView(snapshot);
  if (isSelection(snapshot)) return selectionView(snapshot);
  return { screen: 'loading', doing: 'signing_in' };
}

function loginView(snapshot: AuthSnapshot): AuthView {
  return {
    screen: 'login',
    notice: snapshot.context.notice,
    starting: snapshot.matches({ signedOut: { default: 'starting' } }),
    organization: snapshot.context.selectedOrganization,
  };
}

/** The exchange after a verification still belongs to the step-up screen. */
function isStepUp(snapshot: AuthSnapshot): boolean {
  const exchanging = snapshot.matches({ signedOut: 'exchanging' });
  return (
    snapshot.matches({ signedOut: 'stepUp' }) || (exchanging && snapshot.context.stepUp !== null)
  );
}

/** Choosing, and what follows a choice, happens on the list; so does waiting for it. */
function isSelection(snapshot: AuthSnapshot): boolean {
  const { context } = snapshot;
  if (snapshot.matches({ signedOut: 'redeeming' })) return context.callback === 'discovery_oauth';
  if (snapshot.matches({ signedOut: 'awaitingOtherTab' })) return false;
  return true;
}

function selectionView(snapshot: AuthSnapshot): SelectionView {
  const { context } = snapshot;
  return {
    screen: 'selection',
    notice: context.notice,
    discovering:
      snapshot.matches({ signedOut: 'redeeming' }) ||
      snapshot.matches({ signedOut: 'discovering' }),
    organizations: context.organizations,
    emailAddress: context.emailAddress,
    mode: snapshot.matches({ signedOut: { selecting: 'typing' } }) ? 'typing' : 'browsing',
    typedName: context.typedName,
    busy: busyWith(snapshot),
  };
}

function busyWith(snapshot: AuthSnapshot): SelectionView['busy'] {
  const organization = snapshot.context.selectedOrganization;
  if (organization === null) return null;
  if (snapshot.matches({ signedOut: 'exchanging' })) return { organization, doing: 'exchanging' };
  if (snapshot.matches({ signedOut: 'creating' })) return { organization, doing: 'creating' };
  const starting = snapshot.matches({ signedOut: { selecting: 'starting' } });
  return starting ? { organization, doing: 'starting' } : null;
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
      resendAt: resendAt(context, context.codeSentAt),
      refusals: context.codeFailures,
    },
    link: { status: linkStatus(snapshot), resendAt: resendAt(context, context.linkSentAt) },
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
    step: secondFactorStep(snapshot),
  };
}

function secondFactorStep(snapshot: AuthSnapshot): SecondFactorView['step'] {
  const { enrolment, codeFailures: refusals } = snapshot.context;
  const at = (state: SecondFactorState) => snapshot.matches({ signedOut: { secondFactor: state } });
  if (at('unsupported')) return { name: 'unsupported' };
  if (at('recovering')) {
    return { name: 'recovery', busy: at({ recovering: 'checking' }), refusals };
  }
  if (at('savingCodes')) {
    return { name: 'savingCodes', recoveryCodes: enrolment?.recoveryCodes ?? [] };
  }
  if (at('enrolling') && enrolment !== null) {
    return { name: 'enrolling', enrolment, busy: at({ enrolling: 'checking' }), refusals };
  }
  if (at('enrolling')) return { name: 'preparing', failed: at({ enrolling: 'failed' }) };
  return { name: 'code', busy: at({ verifying: 'checking' }), refusals };
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
  if (session === null) return { screen: 'loading', doing: 'restoring' };
  const view: AppView = {
    screen: 'app',
    notice: context.notice,
    session,
    reconnecting: context.connection === 'down',
    expiring: context.expiryWarned,
    renewing: context.refreshMode === 'extend' && snapshot.matches({ signedIn: 'refreshing' }),
    switching: snapshot.matches({ signedIn: 'switching' }),
    memberships: context.memberships,
    listing: snapshot.matches({ signedIn: 'listing' }),
    takes: {
      menu: snapshot.can({ type: 'organization.list' }),
      renewal: snapshot.can({ type: 'session.extend' }),
    },
  };
  return view;
}

const NO_ORGANIZATION = { id: '', slug: '', name: '' } as const;

/**
 * The full path of every active leaf, as the document element and the chart show it: `signedIn.authenticated`;
 * the leaves of parallel states joined by a space.
 */
export function statePath(value: StateValue): string {
  return leaves(value).join(' ');
}

function leaves(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [[...path, value].join('.')];
  if (typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([name, child]) => leaves(child, [...path, name]));
}
