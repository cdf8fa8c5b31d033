import { guards, stepUpEmail } from '#machines/auth/auth.guards.ts';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, BIRCH, EMAIL } from '#machines/auth-cases/fixtures.ts';
import { messages } from '#machines/rules/messages.ts';
import {
  invokeIdOf,
  type ModelStep,
  SLEEP,
  stepKind,
  stepName,
} from '#statechart/explore/steps.ts';

/** What decides which steps a page can still perform, and cannot be read from the machine's state. */
export interface PageStatus {
  /** Whether the request for the project's settings may be pending, has succeeded or has failed. */
  readonly settings: 'pending' | 'known' | 'failed';
  /** Whether the page was left for good. */
  readonly isLeft: boolean;
  /** Whether the browser holds an intermediate session that the page could not read: a link has granted it. */
  readonly isReplaced: boolean;
}

export const NEW_PAGE_STATUS: PageStatus = {
  settings: 'pending',
  isLeft: false,
  isReplaced: false,
};

const STARTS = ['startGoogle', 'startGoogleForLast', 'startGoogleForChosen'];

export function pageStatusAfter(before: PageStatus, step: ModelStep): PageStatus {
  const { settings, isLeft, isReplaced } = before;
  const kind = stepKind(step.type);
  // Most calls wait for the settings, which led a page that comes back from Google there.
  const waitsForSettings = kind === 'done' && invokeIdOf(step.type) !== 'readOrganizations';
  const isSettled =
    waitsForSettings ||
    kind === 'after' ||
    step.type === 'page.restored' ||
    step.type === 'project.known';
  return {
    settings:
      step.case === 'bootstrap'
        ? 'failed'
        : isSettled && settings === 'pending'
          ? 'known'
          : settings,
    isLeft: isLeft || step.type === 'impersonation.stop',
    isReplaced: step.case === 'handed off' || (isReplaced && !step.case.startsWith('listed')),
  };
}

interface Candidate {
  readonly step: ModelStep;
  readonly state: AuthSimulationState;
  readonly pageStatus: PageStatus;
}

/**
 * Whether a step can be performed with a browser and the emulator. The transitions of other steps are taken on
 * another path, or are listed as unreachable.
 */
export function isPerformable(candidate: Candidate): boolean {
  const { step, state, pageStatus } = candidate;
  if (pageStatus.isLeft) return false;
  const kind = stepKind(step.type);
  // The refusal of a code that has expired is over at once.
  const { context } = state.snapshot;
  const isExpired = context.codeSentAt !== null && !guards.codeWasSent({ context });
  if (isIn(candidate, 'signedOut.stepUp.otp.verifying') && isExpired && kind !== 'event') {
    return kind === 'done' && step.case.startsWith('listed') && canRespond(candidate);
  }
  if (kind === 'event') {
    return isOffered(step, state) && canCauseEvent(candidate);
  }
  if (kind === 'done') return canRespond(candidate);
  // A page that wakes up takes what has become due, before it is told that it is visible.
  if (kind === 'error' || kind === 'sleep') return false;
  // The page itself responds to a sign-out at once, so that its timer never fires. A page that wakes up refreshes.
  return !isIn(candidate, 'signingOut') && state.lastStep?.type !== SLEEP;
}

function isIn({ state }: Candidate, ...leaves: readonly string[]): boolean {
  return state.path.split(' ').some((leaf) => leaves.some((each) => leaf.startsWith(each)));
}

function canCauseEvent(candidate: Candidate): boolean {
  const { step, state, pageStatus } = candidate;
  const { context } = state.snapshot;
  switch (step.type) {
    case 'project.known':
      // A page that starts Google continues by itself when it has read the settings.
      return pageStatus.settings === 'pending' && !isStarting(state.path);
    case 'google.start':
    case 'google.chooseAccount':
    case 'organization.continue':
      return pageStatus.settings !== 'failed';
    case 'organization.create':
      // The page leaves for Google as soon as it has signed out, and a refused name leaves its dialog over the page.
      return false;
    case 'organization.choose':
    case 'organization.submit':
      // With an intermediate session that it does not know, the page reads the list in place of an exchange.
      if (pageStatus.isReplaced) return false;
      return pageStatus.settings !== 'failed' || context.intermediateDigest !== null;
    case 'session.found':
      return isIn(
        candidate,
        'signedOut.default',
        'signedOut.selecting.browsing',
        'signedOut.secondFactor.savingCodes',
        'signedIn.authenticated',
      );
    case 'session.gone':
      // Another tab signs out. A session that expires is detected by a refresh instead.
      if (step.case !== 'elsewhere') return false;
      return isIn(candidate, 'signedOut.secondFactor.savingCodes', 'signedIn.authenticated');
    case 'page.restored':
      if (isIn(candidate, 'signedIn'))
        return isIn(candidate, 'signedIn.authenticated') && noSession(step);
      return noSession(step) && pageStatus.settings !== 'failed';
    // A refresh that is overdue starts by itself: a page cannot be stopped just before.
    case 'network.online':
    case 'page.visible':
      return false;
    // Only a call of the service causes it.
    case 'session.check':
      return false;
    case 'route.changed':
      return noSession(step) && isIn(candidate, 'signedIn.authenticated');
    case 'impersonation.stop':
    case 'signOut':
      return isIn(candidate, 'signedIn.authenticated');
    default:
      return true;
  }
}

/** Whether a page is leaving for Google. */
function isStarting(path: string): boolean {
  return /\.starting(?: |$)/.test(path);
}

function noSession(step: ModelStep): boolean {
  return step.case === 'without session';
}

/** The results that each kind of callback can have. */
const redeemResults: Readonly<Record<string, readonly string[]>> = {
  discovery_oauth: ['listed', 'none listed', 'listed for another person', 'failed'],
  foreign_link: ['listed by a link of another browser', 'listed for another person', 'failed'],
  // For the address of the fixtures.
  magic_link: ['listed as requested', 'listed for another person', 'handed off', 'failed'],
  oauth: [
    'authenticated',
    'authenticated as another person',
    'verify e-mail',
    'verify the e-mail of another person',
    'second factor',
    'second factor of another person',
    'failed',
  ],
  impersonation: ['authenticated', 'authenticated as another person', 'failed'],
};

/** The possible results of other actors; an actor that is missing here can have every result. */
const possibleResults: Readonly<Record<string, readonly string[]>> = {
  startGoogle: ['bootstrap'],
  resume: ['authenticated', 'authenticated as another person', 'session over'],
  refresh: [
    'refreshed',
    "another person's session",
    'near its end',
    'deferred',
    'unavailable',
    'session over',
    'failed',
  ],
};

/**
 * Results that the emulator never returns: a failure, or the result for another person, takes the same branch.
 */
const NEVER_RETURNED = [
  'timed out',
  'incomplete',
  'unknown',
  'a session that another tab switched',
  'listed for the same address',
  'listed as requested for an organization',
];

/** Calls that are not sent with an intermediate session other than the one of the list. */
const CHECKED = ['exchange', 'create', 'enrol', 'verifyFactor', 'enrolFactor', 'recover'];

function canRespond(candidate: Candidate): boolean {
  const { step, state, pageStatus } = candidate;
  if (NEVER_RETURNED.includes(step.case)) return false;
  const id = invokeIdOf(step.type);
  if (STARTS.includes(id)) return pageStatus.settings === 'pending' && step.case === 'bootstrap';
  const { callback } = state.snapshot.context;
  if (id === 'redeem') return redeemResults[callback ?? '']?.includes(step.case) === true;
  // The page sends no such call: it reads the list of the other intermediate session instead.
  if (CHECKED.includes(id) && step.case.startsWith('listed')) return false;
  // The emulator has no second factor of the other person.
  const { secondFactor } = state.snapshot.context;
  if (secondFactor !== null && secondFactor.emailAddress !== EMAIL) return false;
  if (id === 'verifyCode' && step.case === 'intermediate over') return false;
  // The emulator verifies the address that the code was sent to.
  if (id === 'verifyCode' && stepUpEmail(state.snapshot.context) !== EMAIL) return false;
  // The emulator switches only its own member's session.
  if (id === 'switchOrganization' && step.case.includes('session'))
    return step.case === 'session over';
  if (id === 'refresh' && step.case === 'deferred') {
    // The shared times are arranged before the step that starts the refresh, so no other step may come between.
    return state.lastStep !== null && /REFRESH_DUE/.test(state.lastStep.type);
  }
  // The emulator's refresh stays in the session's organization; the model's result is in Acme.
  const { session } = state.snapshot.context;
  const isRefreshed = ['refreshed', 'near its end'].includes(step.case);
  if (id === 'refresh' && session?.organization.id !== ACME.id && isRefreshed) return false;
  return possibleResults[id]?.includes(step.case) ?? true;
}

/** Whether the screens offer a step that the machine would take. */
function isOffered(step: ModelStep, { snapshot, lastStep }: AuthSimulationState): boolean {
  const view = authView(snapshot);
  // A dialog stays open over everything else after a name that cannot be used.
  if (lastStep?.type === 'organization.create' && lastStep.case === 'too long') {
    return step.type === 'organization.create' && step.case === 'new';
  }
  switch (step.type) {
    case 'code.verify':
      // The button is disabled while the field is empty (R8.4).
      return step.case !== 'blank';
    case 'back':
      // A verification that completes, and a link that is redeemed, show no list.
      return view.screen === 'selection' || view.screen === 'confirmLink';
    case 'google.chooseAccount':
      // Also where an organization refuses the account: in the message, which a list has at the row.
      if (view.screen === 'login') {
        return view.lastOrganization !== null || view.notice?.remedy === 'account';
      }
      return (
        view.screen === 'selection' &&
        (view.emailAddress !== null ||
          (view.failedOrganizationId !== null && view.notice?.remedy === 'account'))
      );
    case 'organization.choose':
      // Only a listed organization can be chosen.
      return snapshot.context.organizations?.some(({ id }) => id === ACME.id) === true;
    case 'session.extend':
      // The expiry warning has the button, and disables it while renewing.
      return view.screen === 'app' && view.expiring && !view.renewing;
    case 'organization.list':
      // The open menu offers no second reading.
      if (view.screen === 'selection') return view.unread;
      return view.screen === 'app' && !view.listing && !view.switching;
    case 'organization.create':
      // The menu has the control. While its list is read, and nothing else was asked for, it is open.
      return snapshot.matches({ signedIn: 'listing' });
    case 'organization.switch': {
      if (view.screen !== 'app' || view.session.organization.id === BIRCH.id) return false;
      if (view.switching) return false;
      // A busy session keeps the list that it knows; in an idle one, each opening reads it again.
      const isOpen = lastStep !== null && stepName(lastStep).endsWith('readMemberships#listed');
      const isKnown = view.memberships?.some(({ id }) => id === BIRCH.id) === true;
      return isKnown && (isOpen || snapshot.matches({ signedIn: 'refreshing' }));
    }
    case 'notice.dismiss':
      if (view.screen === 'login') return false;
      // What is wrong with a typed code stands at its field; the notice under the heading, and the one of a completing
      // step-up, have no button.
      if (view.screen !== 'stepUp' && view.screen !== 'secondFactor') return true;
      if (view.notice?.isAboutInput) return false;
      if (view.screen === 'secondFactor') return view.notice?.text !== messages.mfaRequired;
      return !(view.screen === 'stepUp' && view.completing);
    default:
      return true;
  }
}
