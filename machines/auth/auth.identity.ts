import { messages } from '../rules/messages.ts';
import { isTyped } from '../rules/organization.ts';
import {
  askForSecondFactor,
  askForVerification,
  expireIntermediate,
  rememberDiscovery,
  startSession,
} from './auth.assigns.ts';
import {
  ANSWERED,
  hasUnknownPerson,
  isKnownToBeSame,
  personOf,
  showsNoSignIn,
  signedOutContext,
} from './auth.context.ts';
import { hasUnfinishedSignIn } from './auth.guards.ts';
import type { ActorResult, AuthContext, AuthEvent, PendingIdentity } from './auth.types.ts';

/** The assign functions about whose sign-in a tab shows. They are like those of `auth.assigns.ts`. */
interface Current {
  readonly context: AuthContext;
}

type Change = Partial<AuthContext>;

/**
 * Holds a sign-in of another person than this tab's, until the person confirms or rejects it (R22.1). A session
 * that this tab shows ends here; only its address and its organization stay, to compare and to name it.
 */
export function holdIdentity({ context }: Current, result: ActorResult): Change {
  const pendingIdentity = identified(result);
  if (pendingIdentity === null) return {};
  const { session } = context;
  const rest =
    session === null
      ? { callback: null, notice: null }
      : { ...signedOutContext(), selectedOrganization: session.organization };
  return {
    ...rest,
    emailAddress: personOf(context),
    pendingIdentity,
    // The answer can be another person's than this tab's, and whoever impersonates a member is not the member. The
    // person stays unknown until the question is answered (R22.11).
    isPersonUnknown: hasUnknownPerson(context) || session?.impersonated === true,
  };
}

/** Replaces the person of this tab by the one that was confirmed. */
export function acceptIdentity({ context }: Current): Change {
  const { pendingIdentity } = context;
  if (pendingIdentity === null) return {};
  const cleared = { context: { ...context, ...signedOutContext() } };
  return {
    ...signedOutContext(),
    ...rememberDiscovery(cleared, pendingIdentity),
    ...askForVerification(cleared, pendingIdentity),
    ...askForSecondFactor(cleared, pendingIdentity),
    ...startSession(cleared, pendingIdentity),
  };
}

/**
 * Keeps the person of this tab. The rejected intermediate session took the place of the person's own. Where nothing of
 * theirs can go on, the login screen names nobody, and the next session is asked about.
 */
export function rejectIdentity({ context }: Current): Change {
  const isNothingLeft = !hasUnfinishedSignIn(context) && context.stepUp === null;
  return { ...keepPerson(messages.identityRejected), isPersonUnknown: isNothingLeft };
}

/** The session of the other person has ended; it took the place of this person's intermediate session. */
export function dropIdentity(): Change {
  return keepPerson(messages.identityGone);
}

function keepPerson(text: string): Change {
  return { pendingIdentity: null, ...ANSWERED, ...expireIntermediate(text) };
}

/** The result as the sign-in of a person; `null` when it names none. A refreshed session counts as granted. */
function identified(result: ActorResult): PendingIdentity | null {
  if (!('at' in result) || result.kind === 'sent') return null;
  if (result.kind === 'authenticated') return { ...result, isConfirmed: false };
  return result.kind === 'refreshed' ? { ...result, kind: 'authenticated' } : result;
}

/** Another tab continues with the link that this one verified. Its address is compared with what follows (R22.11). */
export function rememberHandedOff({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'handed_off') return {};
  const { emailAddress } = result;
  const isOwn =
    !context.isPersonUnknown &&
    (showsNoSignIn(context) || isKnownToBeSame(personOf(context), emailAddress));
  if (emailAddress === null || !isOwn) return { callback: null, isPersonUnknown: true };
  // A sign-in that can go on without the other tab tells who is here.
  return hasUnfinishedSignIn(context) || context.stepUp !== null
    ? ANSWERED
    : { ...ANSWERED, emailAddress, callback: 'handed_off' };
}

/**
 * The login screen shows no sign-in, so that the next one is compared with none. An organization whose name
 * was typed may not exist yet: the next person must not create it by signing in. Whoever has just rejected somebody
 * else's sign-in is still the one who typed it (R22.5).
 */
export function forgetPerson({ context, event }: Current & { readonly event: AuthEvent }): Change {
  const { selectedOrganization: chosen } = context;
  const isForgotten = chosen !== null && isTyped(chosen) && event.type !== 'identity.reject';
  return {
    emailAddress: null,
    intermediateDigest: null,
    selectedOrganization: isForgotten ? null : chosen,
  };
}
