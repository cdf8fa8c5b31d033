import { guards, stepUpEmail } from '#machines/auth/auth.guards.ts';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, EMAIL } from '#machines/auth-cases/fixtures.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { invokeIdOf, type ModelStep, stepKind } from '#statechart/explore/steps.ts';
import { isGesture } from '../gestures.ts';
import { isHidden, isMenuOpen } from '../hidden-controls.ts';
import { isReturned } from './provider/responses.ts';

interface Candidate {
  readonly step: ModelStep;
  readonly state: AuthSimulationState;
}

/**
 * Whether a step can be performed with a browser and the emulator. The transitions of other steps are taken on
 * another path, or are listed as unreachable.
 */
export function isPerformable(candidate: Candidate): boolean {
  const { step, state } = candidate;
  const kind = stepKind(step.type);
  if (kind === 'event') return isOffered(step, state) && canCauseEvent(candidate);
  // The refusal of a code that has expired is over at once.
  const { context } = state.snapshot;
  const isExpired = context.codeSentAt !== null && !guards.codeWasSent({ context });
  if (isIn(candidate, 'signedOut.stepUp.otp.verifying') && isExpired && step.case !== 'listed')
    return false;
  if (kind === 'done') return canRespond(candidate);
  // The emulator's session in Birch lasts a day.
  const isShort = context.session?.organization.id === ACME.id;
  if (step.type.includes('.EXPIRY_WARNING.') && !isShort) return false;
  // The page itself responds to a sign-out at once, so that its timer never fires.
  return (kind === 'after' || kind === 'wait') && !isIn(candidate, 'signingOut');
}

function isIn({ state }: Candidate, ...leaves: readonly string[]): boolean {
  return state.path.split(' ').some((leaf) => leaves.some((each) => leaf.startsWith(each)));
}

/** The states in which an event can be caused; of a gesture that is missing here, wherever a screen offers it. */
const CAUSED_IN: Readonly<Record<string, readonly string[]>> = {
  'page.restored': ['signedOut.starting', 'signedIn.authenticated'],
  signOut: ['signedIn.authenticated'],
  // A refused name leaves its dialog over the page; the others leave the page.
  'organization.create': [],
  'impersonation.stop': [],
};

function canCauseEvent(candidate: Candidate): boolean {
  const { type, case: name } = candidate.step;
  const states = CAUSED_IN[type];
  if (states === undefined) return isGesture(type);
  // With a session, a restored page changes nothing; it is visible first, and does what is overdue.
  const { now, snapshot } = candidate.state;
  const isOverdue = now >= snapshot.context.refreshedAt + REFRESH_INTERVAL;
  if (type === 'page.restored' && snapshot.matches('signedIn') && isOverdue) return false;
  return isIn(candidate, ...states) && name !== 'with session';
}

/** The calls that sign in to the chosen organization. */
const MEMBER_CALLS = ['exchange', 'verifyFactor', 'enrolFactor', 'recover'];

function canRespond({ step, state }: Candidate): boolean {
  const id = invokeIdOf(step.type);
  const { callback, session, secondFactor, selectedOrganization } = state.snapshot.context;
  if (!isReturned(id, step.case, callback)) return false;
  // The model's session is in Acme, and the emulator's in the organization that was chosen.
  const isOfOther = selectedOrganization !== null && selectedOrganization.id !== ACME.id;
  if (isOfOther && step.case === 'authenticated' && MEMBER_CALLS.includes(id)) return false;
  // The emulator has no second factor of the other person.
  if (secondFactor !== null && secondFactor.emailAddress !== EMAIL) return false;
  // The emulator verifies the address that the code was sent to.
  if (id === 'verifyCode') return stepUpEmail(state.snapshot.context) === EMAIL;
  // The emulator's refresh stays in the session's organization; the model's result is in Acme.
  const isRefreshed = step.case === 'refreshed' || step.case === 'near its end';
  return id !== 'refresh' || !isRefreshed || session?.organization.id === ACME.id;
}

/** Whether a page offers a control for a step, which its menu shows only when it is open and its list is read. */
function isOffered({ type, case: name }: ModelStep, state: AuthSimulationState): boolean {
  // An empty field sends nothing (R8.4).
  if (name === 'blank' || isHidden(type, authView(state.snapshot))) return false;
  const isListing = state.snapshot.matches({ signedIn: 'listing' });
  return type !== 'organization.switch' || (isMenuOpen(state) && !isListing);
}
