import { isString, missingOr, recordOf } from '#machines/rules/checks.ts';
import { parseJson } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

/** A call of the SDK that an actor has claimed. */
export interface CallClaim {
  readonly path: string;
  /** Aborts the call, and keeps one that was not sent yet from being sent. */
  readonly signal: AbortSignal;
  /** Ends the claim. Call it when the SDK has settled. */
  readonly release: () => void;
  /** Whether the SDK has made a request for it. */
  wasUsed(): boolean;
  /**
   * Whether the call may be sent with the intermediate session in it. All tabs share the cookies that the SDK reads
   * it from, so another tab may have replaced it; the provider acts on what the request holds.
   */
  mayBeSent(init: RequestInit): Promise<boolean>;
  /** Keeps the tokens of a request or a response. */
  note(data: unknown): void;
  /** The digest of the intermediate session in the response, else in the request; `null` without either. */
  intermediateDigest(): Promise<string | null>;
  /** Whether the call was not sent, because the browser holds another intermediate session. */
  wasHeldBack(): boolean;
  /** Whether a token from a cookie is the session, or the intermediate session, of the response; or it has none. */
  isGranted(token: string | null): boolean;
}

const hasTokens = recordOf({
  intermediate_session_token: missingOr(isString),
  session_token: missingOr(isString),
});

/**
 * Creates a claim of the next call to `path`.
 *
 * @param ownDigest identifies the intermediate session that the call may be sent with; by default, any (R22.2)
 */
export function createClaim(
  path: string,
  signal: AbortSignal,
  ownDigest: string | undefined,
  release: () => void,
): CallClaim {
  let wasUsed = false;
  let wasHeldBack = false;
  let intermediateToken: string | null = null;
  /** The session, else the intermediate session, of the response. */
  let granted = '';
  const claim: CallClaim = {
    path,
    signal,
    release,
    wasUsed: () => wasUsed,
    wasHeldBack: () => wasHeldBack,
    isGranted: (token) => granted === '' || granted === token,
    async intermediateDigest() {
      return intermediateToken === null ? null : digestOf(intermediateToken);
    },
    note(data) {
      if (!hasTokens(data)) return;
      const { session_token = '', intermediate_session_token = '' } = data;
      intermediateToken = intermediate_session_token || intermediateToken;
      granted = session_token || intermediate_session_token;
    },
    async mayBeSent({ body }) {
      wasUsed = true;
      claim.note(isString(body) ? parseJson(body) : null);
      wasHeldBack = ownDigest !== undefined && (await claim.intermediateDigest()) !== ownDigest;
      return !wasHeldBack;
    },
  };
  return claim;
}
