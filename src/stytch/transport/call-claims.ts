import { isString, missingOr, recordOf } from '#machines/rules/checks.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

/** Which session a call may be sent with, and which it starts. */
export interface ClaimLimits {
  /** The call is not sent with another intermediate session than the one with this digest (R22.2). */
  readonly intermediateDigest?: string;
  /** The call is not sent with another session than the one with this digest (R22.7). */
  readonly sessionDigest?: string;
  /**
   * The call starts a session. When its response is not used, because the call was aborted, timed out, or responded
   * what cannot be read, this is asked whether the session of that response is ended (R22.14).
   */
  readonly endsUnused?: (() => boolean) | undefined;
}

/** What the transport knows of a call that an actor has claimed. */
export interface ClaimRecord extends ClaimLimits {
  readonly path: string;
  readonly signal: AbortSignal;
  calls: number;
  intermediateToken: string | null;
  sessionToken: string | null;
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
    sessionToken: null,
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

/** The token of the session in the data of a response; `null` without one. */
export function sessionTokenOf(data: unknown): string | null {
  return (hasTokens(data) && data.session_token) || null;
}

/** Keeps the tokens of a request or a response for the digests of its claim. */
export function noteTokens(claim: ClaimRecord, data: unknown): void {
  if (!hasTokens(data)) return;
  const { session_token = '', intermediate_session_token = '' } = data;
  claim.intermediateToken = intermediate_session_token || claim.intermediateToken;
  claim.sessionToken = session_token || claim.sessionToken;
  claim.granted = session_token || intermediate_session_token;
}

/**
 * Whether a claimed call may be sent with the session and the intermediate session in it. All tabs share the
 * cookies that the SDK reads them from, so another tab or another host may have replaced them; the provider will
 * act on what the request holds.
 */
export async function mayBeSent(
  claim: ClaimRecord | undefined,
  init: RequestInit,
): Promise<boolean> {
  if (claim === undefined) return true;
  noteTokens(claim, typeof init.body === 'string' ? parseJson(init.body) : null);
  claim.sessionToken = sessionTokenIn(init.headers);
  const { intermediateToken, sessionToken, intermediateDigest, sessionDigest } = claim;
  const isOwn =
    (await isExpected(intermediateToken, intermediateDigest)) &&
    (await isExpected(sessionToken, sessionDigest));
  claim.wasHeldBack = !isOwn;
  return isOwn;
}

/** Whether a token has the digest that a claim expects; any token has, if the claim expects none. */
async function isExpected(token: string | null, digest: string | undefined) {
  return digest === undefined || (token !== null && (await digestOf(token)) === digest);
}

/** The SDK sends the session token as the password of the basic authorization; without a session, its user name. */
function sessionTokenIn(headers: HeadersInit | undefined): string | null {
  const [user, password] = basicAuthorization(new Headers(headers));
  return password === undefined || password === user ? null : password;
}

/** User name and password of the basic authorization of a request. */
export function basicAuthorization(headers: Headers): string[] {
  return atob(headers.get('authorization')?.split('Basic ')[1] ?? '').split(':');
}
