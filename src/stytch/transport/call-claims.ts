import { isString, missingOr, recordOf } from '#machines/rules/checks.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

/** Which session a call may be sent with, and which it starts. */
export interface ClaimLimits {
  /** The call is not sent with another intermediate session than the one with this digest (R22.2). */
  readonly intermediateDigest?: string;
}

/** What the transport knows of a call that an actor has claimed. */
export interface ClaimRecord extends ClaimLimits {
  readonly path: string;
  readonly signal: AbortSignal;
  calls: number;
  intermediateToken: string | null;
  /** The session, else the intermediate session, of the response. */
  granted: string;
  wasHeldBack: boolean;
}

/** A claim of the next call to `path`. */
export function newClaim(path: string, signal: AbortSignal, limits: ClaimLimits): ClaimRecord {
  return {
    ...limits,
    path,
    signal,
    calls: 0,
    intermediateToken: null,
    granted: '',
    wasHeldBack: false,
  };
}

/** The oldest claim without a call; else the newest claim, for a call that the SDK repeats. */
export function findClaim(claims: readonly ClaimRecord[], path: string): ClaimRecord | undefined {
  const candidates = claims.filter((claim) => claim.path === path);
  return candidates.find(({ calls }) => calls === 0) ?? candidates.at(-1);
}

/** The digest of a token; `null` without one. */
export async function digestOfToken(token: string | null): Promise<string | null> {
  return token === null ? null : digestOf(token);
}

const hasTokens = recordOf({
  intermediate_session_token: missingOr(isString),
  session_token: missingOr(isString),
});

/** Keeps the tokens of a request or a response for the digests of its claim. */
export function noteTokens(claim: ClaimRecord, data: unknown): void {
  if (!hasTokens(data)) return;
  const { session_token = '', intermediate_session_token = '' } = data;
  claim.intermediateToken = intermediate_session_token || claim.intermediateToken;
  claim.granted = session_token || intermediate_session_token;
}

/**
 * Whether a claimed call may be sent with the intermediate session in it. All tabs share the
 * cookies that the SDK reads them from, so another tab or another host may have replaced them; the provider will
 * act on what the request holds.
 */
export async function mayBeSent(
  claim: ClaimRecord | undefined,
  init: RequestInit,
): Promise<boolean> {
  if (claim === undefined) return true;
  noteTokens(claim, typeof init.body === 'string' ? parseJson(init.body) : null);
  const { intermediateToken, intermediateDigest } = claim;
  const isOwn =
    intermediateDigest === undefined ||
    (intermediateToken !== null && (await digestOf(intermediateToken)) === intermediateDigest);
  claim.wasHeldBack = !isOwn;
  return isOwn;
}
