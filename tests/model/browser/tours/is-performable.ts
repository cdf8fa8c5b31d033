import type { AuthSimulationState } from '#machines/explore/auth-stepper.ts';
import { invokeIdOf, type ModelStep, stepKind } from '#machines/explore/steps.ts';
import { isPerformable as isPerformableInViews } from '#tests/model/views/is-performable.ts';

/** What a walk in a browser must know of its past, because a page cannot be asked for it again. */
export interface Past {
  /** Whether the project's settings may still be unanswered, are known, or could not be had. */
  readonly settings: 'open' | 'known' | 'lost';
  /** The page was left for good. */
  readonly over: boolean;
}

export const BEGINNING: Past = { settings: 'open', over: false };

const STARTS = ['startGoogle', 'startGoogleForChosen'];

/** The past after one more step. */
export function pastAfter({ settings, over }: Past, step: ModelStep): Past {
  const kind = stepKind(step.type);
  const answered = kind === 'done' || kind === 'error' || kind === 'after';
  return {
    settings:
      step.case === 'bootstrap' ? 'lost' : answered && settings === 'open' ? 'known' : settings,
    over: over || step.type === 'impersonation.stop',
  };
}

interface Asked {
  readonly step: ModelStep;
  readonly state: AuthSimulationState;
  readonly past: Past;
}

/**
 * Whether a browser, a person in front of it and the emulator behind it can make a step happen. What they
 * cannot is left to another path that takes the same transition, or stands in the list of the unreachable.
 */
export function performable(asked: Asked): boolean {
  const { step, state, past } = asked;
  if (past.over) return false;
  const kind = stepKind(step.type);
  if (kind === 'event') {
    return isPerformableInViews(step, state) && eventHappens(asked);
  }
  if (kind === 'done') return answerComes(asked);
  if (kind === 'error') return defectStrikes(asked);
  // Signing out is answered at once by the page itself, so it never takes too long.
  return !at(asked, 'signingOut');
}

function at({ state }: Asked, ...leaves: readonly string[]): boolean {
  return state.path.split(' ').some((leaf) => leaves.some((one) => leaf.startsWith(one)));
}

function eventHappens(asked: Asked): boolean {
  const { step, state, past } = asked;
  const { context } = state.snapshot;
  switch (step.type) {
    case 'project.known':
      // It comes by itself, when the settings are read at every start.
      return false;
    case 'google.start':
      return past.settings !== 'lost';
    case 'organization.choose':
    case 'organization.submit':
      return past.settings !== 'lost' || context.hasIntermediateSession;
    case 'session.found':
      return at(
        asked,
        'resuming',
        'signedOut.default.idle',
        'signedOut.selecting.browsing',
        'signedOut.secondFactor.savingCodes',
        'signedIn.authenticated',
      );
    case 'session.gone':
      // Another tab signs out; a session that ends by itself is noticed by a refresh.
      return (
        step.case === 'elsewhere' &&
        at(asked, 'signedOut.secondFactor.savingCodes', 'signedIn.authenticated')
      );
    case 'email.verified':
      // Only a tab that had a link mailed is told.
      return context.linkSentAt !== null && at(asked, 'signedOut.stepUp.magicLink.awaitingLink');
    case 'page.restored':
      if (at(asked, 'signedIn')) return at(asked, 'signedIn.authenticated') && noSession(step);
      return noSession(step) && past.settings !== 'lost';
    case 'route.changed':
      return noSession(step) && at(asked, 'signedIn.authenticated');
    case 'impersonation.stop':
    case 'signOut':
      return at(asked, 'signedIn.authenticated');
    default:
      return true;
  }
}

function noSession(step: ModelStep): boolean {
  return step.case === 'without session';
}

/** What each callback can be answered with. */
const redeemed: Readonly<Record<string, readonly string[]>> = {
  discovery_oauth: ['listed', 'none listed', 'failed'],
  magic_link: ['listed', 'none listed', 'failed', 'taken over'],
  oauth: ['authenticated', 'verify e-mail', 'second factor', 'failed'],
  impersonation: ['authenticated', 'failed'],
};

/** What else an actor can be answered with; an actor that is not named here can be given any answer. */
const answered: Readonly<Record<string, readonly string[]>> = {
  startGoogle: ['bootstrap'],
  startGoogleForChosen: ['bootstrap'],
  resume: ['authenticated', 'session over'],
  refresh: ['refreshed', 'near its end', 'deferred', 'unavailable', 'session over', 'failed'],
};

/** Answers without any of the three outcomes are the provider's own defect; a refusal leads the same way. */
const NEVER = ['incomplete', 'nobody'];

function answerComes(asked: Asked): boolean {
  const { step, state, past } = asked;
  if (NEVER.includes(step.case)) return false;
  const id = invokeIdOf(step.type);
  if (STARTS.includes(id)) return past.settings === 'open' && step.case === 'bootstrap';
  if (id === 'redeem') {
    return redeemed[state.snapshot.context.callback ?? '']?.includes(step.case) === true;
  }
  if (id === 'verifyCode' && step.case === 'intermediate over') return false;
  if (id === 'refresh' && step.case === 'deferred') {
    return state.lastStep !== null && stepKind(state.lastStep.type) === 'after';
  }
  return answered[id]?.includes(step.case) ?? true;
}

/** A defect of our own shows while an answer is being read; signing out waits for none. */
function defectStrikes({ step, past }: Asked): boolean {
  const id = invokeIdOf(step.type);
  if (id === 'revoke') return false;
  return STARTS.includes(id) ? past.settings === 'open' : true;
}
