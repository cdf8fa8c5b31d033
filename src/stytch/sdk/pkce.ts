import * as v from 'valibot';
import { signInRecord } from '../../storage/sign-in-keys.ts';
import { lastSignOut } from '../../storage/sign-out.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { sdkStorageKey } from '../session/sdk-storage-key.ts';

/** Milliseconds for which a sign-in that was started may be answered. */
const PAIR_LIFETIME = 10 * 60_000;

/** The pair in the form of the SDK. A verifier has 43 to 128 characters (RFC 7636). */
const pairSchema = v.object({
  code_verifier: v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-._~]{43,128}$/)),
  code_challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

type PkcePair = v.InferOutput<typeof pairSchema>;

/** This tab's pair. `at`: when it was saved, in epoch milliseconds; `signOut`: the last sign-out in this browser then. */
const savedSchema = v.object({
  pair: pairSchema,
  at: v.pipe(v.number(), v.finite()),
  signOut: v.nullish(v.string()),
});

/** Creates a random verifier of 64 hexadecimal digits and its SHA-256 challenge (R5.4). */
export async function createPkcePair(): Promise<PkcePair> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const code_verifier = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier));
  const code_challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  return { code_verifier, code_challenge };
}

/** Saves this tab's pair beside its sign-in. Returns whether storage has space: else Google must not start (R5.11). */
export function savePkcePair(pair: PkcePair): boolean {
  return signInRecord.write({ pkce: { pair, at: Date.now(), signOut: lastSignOut() } });
}

/**
 * Keeps one PKCE pair per tab. The SDK has one storage key for all tabs, so that of two tabs which start Google the
 * first would always fail. Each tab uses its own pair once. `now`: epoch milliseconds.
 */
export function createPkcePairs(publicToken: string, now: () => number) {
  const key = {
    oauth: sdkStorageKey(publicToken, 'PKCE_VERIFIER:oauth'),
    sso: sdkStorageKey(publicToken, 'PKCE_VERIFIER:sso'),
  };
  const magicLinkKey = sdkStorageKey(publicToken, 'PKCE_VERIFIER:magic_links');
  const clear = () => {
    signInRecord.write({ pkce: null });
    // A sign-in that an identity provider starts has no verifier.
    safeLocalStorage.remove(key.sso);
  };
  return {
    /**
     * Moves this tab's pair to where the SDK reads it. Returns `false` when this tab has no valid and recent pair, or
     * somebody has signed out in this browser since: a sign-out ends every sign-in that was started before (R11.12).
     */
    use(kind: keyof typeof key): boolean {
      const { pkce: saved } = signInRecord.read();
      clear();
      return (
        v.is(savedSchema, saved) &&
        // The clock may have been set back since.
        Math.abs(now() - saved.at) <= PAIR_LIFETIME &&
        saved.signOut === lastSignOut() &&
        safeLocalStorage.write(key[kind], JSON.stringify(saved.pair))
      );
    },
    /**
     * Removes this tab's pair. Call it when the sign-in is over or was left: the next person at this tab could be sent
     * the address of its answer (R5.14).
     */
    clear,
    /** Whether this tab has started a sign-in that was not answered yet. */
    isStarted: () => v.is(savedSchema, signInRecord.read().pkce),
    /** Whether this browser has a pair for magic links. A link may open in any tab. */
    hasMagicLinkPair: () => v.is(pairSchema, parseJson(safeLocalStorage.read(magicLinkKey))),
  };
}
