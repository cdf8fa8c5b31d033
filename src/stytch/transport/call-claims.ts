import * as v from 'valibot';
import { parseJson } from '../../storage/web-storage.ts';
import { digestOf } from '../session/digest.ts';

const tokensSchema = v.object({
  intermediate_session_token: v.nullish(v.string()),
  session_token: v.nullish(v.string()),
});

/** Creates a claim of the SDK's next call to `path`; `claimNextCall` says what it is for. */
export function createClaim(path: string, signal: AbortSignal, ownDigest: string | undefined) {
  let wasUsed = false;
  let wasHeldBack = false;
  let intermediateToken: string | null = null;
  /** The session, else the intermediate session, of the response. */
  let granted = '';

  /** Keeps the tokens of a request or a response. */
  const note = (data: unknown) => {
    if (!v.is(tokensSchema, data)) return;
    const { session_token, intermediate_session_token } = data;
    intermediateToken = intermediate_session_token || intermediateToken;
    granted = session_token || intermediate_session_token || '';
  };
  /** The digest of the intermediate session in the response, else in the request; `null` without either. */
  const intermediateDigest = async () =>
    intermediateToken === null ? null : digestOf(intermediateToken);

  return {
    path,
    signal,
    note,
    intermediateDigest,
    /** Whether the SDK has made a request for it. */
    wasUsed: () => wasUsed,
    /** Whether the call was not sent, because the browser holds another intermediate session. */
    wasHeldBack: () => wasHeldBack,
    /** Whether a cookie's token is that of the session or intermediate session in the response, if it has one. */
    isGranted: (token: string | null) => granted === '' || granted === token,
    /**
     * Whether the call may be sent with the intermediate session in it. All tabs share the cookies that the SDK reads
     * it from, so another tab may have replaced it; the provider acts on what the request holds.
     */
    async mayBeSent({ body }: RequestInit): Promise<boolean> {
      wasUsed = true;
      note(typeof body === 'string' ? parseJson(body) : null);
      wasHeldBack = ownDigest !== undefined && (await intermediateDigest()) !== ownDigest;
      return !wasHeldBack;
    },
  };
}

export type CallClaim = ReturnType<typeof createClaim>;
