import { shownMemberEmail, storedSignInOf } from '#machines/auth/auth.context.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot, Screen } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { withAbsoluteTimes } from '#machines/auth-cases/with-absolute-times.ts';

/** Where a reload leads to another screen. */
export interface ReloadException {
  /** A state, and the states inside it. */
  readonly in: string;
  readonly if?: (context: AuthContext) => boolean;
  /** The screens that a reload leads to, each from some state. */
  readonly to: readonly Screen[];
  readonly why: string;
}

const isUnknown = ({ intermediate }: AuthContext) => intermediate === null;
const UNKNOWN = 'an intermediate session that cannot be recognized is not continued';

/** Of several that match, the first counts. */
export const RELOAD_EXCEPTIONS: readonly ReloadException[] = [
  {
    in: 'signedOut.confirmingLink',
    to: ['login'],
    why: 'the token left the address, and is only in memory',
  },
  {
    in: 'signedOut.redeeming',
    to: ['login', 'selection', 'stepUp'],
    why: 'the token left the address, is used once, and its person is unknown',
  },
  { in: 'signedOut.secondFactor.savingCodes', to: ['login'], why: 'codes are never stored' },
  {
    in: 'signingOut',
    to: ['login', 'stepUp'],
    why: 'the sign-out is sent, and its session is gone; what is stored of a sign-in goes on',
  },
  { in: 'signedOut.secondFactor', if: isUnknown, to: ['login', 'selection'], why: UNKNOWN },
  { in: 'signedOut', if: isUnknown, to: ['login'], why: UNKNOWN },
];

/** The exception that holds in a state; `undefined` when a reload must return to an equal screen. */
export function exceptionOf({ value, context }: AuthSnapshot): ReloadException | undefined {
  const path = `${statePath(value)}.`;
  return RELOAD_EXCEPTIONS.find(
    (exception) => path.startsWith(`${exception.in}.`) && exception.if?.(context) !== false,
  );
}

/**
 * The input of a page that is loaded again, with what the page before has stored. Its times are relative.
 *
 * @param snapshot of the page before
 * @param now when it is loaded, in epoch milliseconds
 */
export function inputAfterReload(snapshot: AuthSnapshot, now: number): StartInputData {
  const { context } = snapshot;
  const session = snapshot.matches('signedIn') ? context.session : null;
  const input: StartInputData = {
    storedSignIn: storedSignInOf(context),
    lastOrganization: context.lastOrganization,
    callback: null,
    session,
    lastShownEmail: shownMemberEmail(context),
    hasSessionCookie: session !== null || snapshot.matches('resuming'),
    hasIntermediateCookie: context.intermediate !== null,
  };
  return withAbsoluteTimes(input, -now);
}
