import { guards, stepUpEmail } from '#machines/auth/auth.guards.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, EMAIL } from '#machines/auth-cases/fixtures.ts';
import { invokeIdOf, type ModelStep, SLEEP, stepKind } from '#statechart/explore/steps.ts';
import { isPerformable as isPerformableInViews } from './is-performable-in-views.ts';

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
    kind === 'error' ||
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
    isReplaced:
      step.case === 'handed off' ||
      (kind === 'error' && invokeIdOf(step.type) === 'redeem') ||
      (isReplaced && !step.case.startsWith('listed')),
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
    return isPerformableInViews(step, state) && canCauseEvent(candidate);
  }
  if (kind === 'done') return canRespond(candidate);
  if (kind === 'error') return canThrow(candidate);
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
    case 'organization.return':
      // With an intermediate session that it does not know, the page reads the list in place of an exchange.
      if (pageStatus.isReplaced) return false;
      return pageStatus.settings !== 'failed' || context.hasIntermediateSession;
    case 'session.found':
      return isIn(
        candidate,
        'resuming',
        'signedOut.default.idle',
        'signedOut.selecting.browsing',
        'signedOut.secondFactor.savingCodes',
        'signedIn.authenticated',
      );
    case 'session.gone':
      // Another tab signs out. A session that expires is detected by a refresh instead.
      if (step.case !== 'elsewhere') return false;
      return isIn(candidate, 'signedOut.secondFactor.savingCodes', 'signedIn.authenticated');
    // Another tab offers only what this one requested.
    case 'handoff.offered':
    case 'email.verified':
      // Only a tab that requested a link receives it.
      return (
        step.case !== "another person's" &&
        stepUpEmail(context) === EMAIL &&
        context.linkSentAt !== null &&
        isIn(candidate, 'signedOut.stepUp.magicLink.awaitingLink')
      );
    case 'page.restored':
      if (isIn(candidate, 'signedIn'))
        return isIn(candidate, 'signedIn.authenticated') && noSession(step);
      return noSession(step) && pageStatus.settings !== 'failed';
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
  return /\.(?:starting|continuing)(?: |$)/.test(path);
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
  startGoogleForLast: ['bootstrap'],
  startGoogleForChosen: ['bootstrap'],
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
  'incomplete',
  'unknown',
  'a session that nobody confirmed',
  'listed for the same address',
  'listed as requested for an organization',
];

function canRespond(candidate: Candidate): boolean {
  const { step, state, pageStatus } = candidate;
  if (NEVER_RETURNED.includes(step.case)) return false;
  const id = invokeIdOf(step.type);
  if (STARTS.includes(id)) return pageStatus.settings === 'pending' && step.case === 'bootstrap';
  const { callback } = state.snapshot.context;
  if (id === 'redeem') return redeemResults[callback ?? '']?.includes(step.case) === true;
  // The page sends no such call: it reads the list of the other intermediate session instead.
  if ((id === 'exchange' || id === 'create') && step.case.startsWith('listed')) return false;
  // The emulator has no second factor of the other person.
  const { secondFactor } = state.snapshot.context;
  if (secondFactor !== null && secondFactor.emailAddress !== EMAIL) return false;
  if (id === 'verifyCode' && step.case === 'intermediate over') return false;
  // The emulator verifies the address that the code was sent to.
  if (id === 'verifyCode' && stepUpEmail(state.snapshot.context) !== EMAIL) return false;
  if (id === 'refresh' && step.case === 'deferred') {
    // The shared times are arranged before the step that starts the refresh, so no other step may come between.
    return state.lastStep !== null && /REFRESH_DUE|BACKOFF/.test(state.lastStep.type);
  }
  // The emulator's refresh stays in the session's organization; the model's result is in Acme.
  const { session } = state.snapshot.context;
  const isRefreshed = ['refreshed', 'near its end'].includes(step.case);
  if (id === 'refresh' && session?.organization.id !== ACME.id && isRefreshed) return false;
  // The emulator extends a session for a day, so its result is not near its end.
  if (id === 'refresh' && step.case === 'near its end') {
    return state.snapshot.context.refreshMode !== 'extend';
  }
  return possibleResults[id]?.includes(step.case) ?? true;
}

/** An error is thrown while the page reads a response; a sign-out does not wait for one. */
function canThrow({ step, pageStatus }: Candidate): boolean {
  const id = invokeIdOf(step.type);
  if (id === 'revoke') return false;
  return STARTS.includes(id) ? pageStatus.settings === 'pending' : true;
}
