import { authView } from '#machines/auth/auth.view.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { type ModelStep, stepKind } from '#statechart/explore/steps.ts';
import { isGesture } from '../gestures.ts';
import { isHidden, isMenuOpen } from '../hidden-controls.ts';
import { responseTo } from './responses.ts';

/** Milliseconds of real time that a tour takes at most, on a busy machine. */
const LONGEST_TOUR = 90_000;

/**
 * Whether a step can be performed with a browser and responses of the provider. The transitions of other steps are
 * taken on another path, or are listed as unreachable.
 */
export function isPerformable(step: ModelStep, state: AuthSimulationState): boolean {
  const { type } = step;
  switch (stepKind(type)) {
    case 'event':
      return isGesture(type) ? isOffered(step, state) : isRestored(step, state);
    case 'done':
      return isResponded(step, state);
    case 'after':
      return isAlone(step, state);
    default:
      return false;
  }
}

/** Whether the page's call can be responded to with a result. The page itself responds to a sign-out. */
function isResponded(step: ModelStep, { path, snapshot }: AuthSimulationState): boolean {
  // Without a session or a further step, the SDK forgets the session or the intermediate session of the call.
  const isLost = step.case === 'incomplete' && /^signedIn|\.checking$/.test(path);
  if (isLost) return false;
  return path === 'signingOut' || responseTo(step, snapshot.context.callback, 0) !== null;
}

/** Whether no other delay is over soon after one: in the page, the real time of a tour passes, too. */
function isAlone({ type }: ModelStep, { timers }: AuthSimulationState): boolean {
  const own = timers.get(type) ?? 0;
  return [...timers.values()].every((due) => due <= own || due - own > LONGEST_TOUR);
}

function isResting({ snapshot }: Pick<AuthSimulationState, 'snapshot'>): boolean {
  return snapshot.matches({ signedIn: { session: 'authenticated' } });
}

function isRead({ snapshot }: AuthSimulationState): boolean {
  return snapshot.matches({ signedIn: { menu: 'resting' } });
}

/** Where a page offers a control only sometimes, beside what its view hides. */
const OFFERED: Readonly<Record<string, (state: AuthSimulationState, name: string) => boolean>> = {
  signOut: isResting,
  // The menu shows them when it is open and its list is read. A refused name would leave a dialog over the page.
  'organization.switch': (state) => isMenuOpen(state) && isRead(state),
  'organization.create': (state, name) => name === 'new' && isMenuOpen(state) && isRead(state),
  // It loads another page.
  'impersonation.stop': () => false,
};

function isOffered({ type, case: name }: ModelStep, state: AuthSimulationState): boolean {
  // An empty field sends nothing (R8.4).
  if (name === 'blank' || isHidden(type, authView(state.snapshot))) return false;
  return OFFERED[type]?.(state, name) ?? true;
}

/** Whether a page that was left is restored, without the cookies of its session. */
function isRestored({ type, case: name }: ModelStep, { path, now, snapshot }: AuthSimulationState) {
  if (type !== 'page.restored' || name !== 'without session') return false;
  // A page is visible before it is restored, and does then what is overdue.
  const isOverdue = now >= snapshot.context.refresh.confirmedAt + REFRESH_INTERVAL;
  return path === 'signedOut.starting' || (isResting({ snapshot }) && !isOverdue);
}
