import { isFiniteNumber, isString, matching, nothingOr, recordOf } from '#machines/rules/checks.ts';
import { signInRecord } from '../../storage/sign-in-keys.ts';
import { lastSignOut } from '../../storage/sign-out.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { sdkStorageKey } from '../session/sdk-storage-key.ts';

/** Written to local storage and removed at once, to find out whether there is space. */
const PROBE = 'probe';

/** Milliseconds for which a sign-in that was started may be answered. */
const PAIR_LIFETIME = 10 * 60_000;

/**
 * A verifier has 43 to 128 characters (RFC 7636). SDK 5.32.0 writes sixteen 32-bit
 * numbers one after the other in hexadecimal, which gives up to 128 (R5.4).
 */
const isPair = recordOf({
  code_verifier: matching(/^[A-Za-z0-9\-._~]{43,128}$/),
  code_challenge: matching(/^[A-Za-z0-9_-]{43}$/),
});

/** This tab's pair. `at`: when it was saved, in epoch milliseconds; `signOut`: the last sign-out in this browser then. */
const isSaved = recordOf({
  pair: isPair,
  at: isFiniteNumber,
  signOut: nothingOr(isString),
});

/**
 * Keeps one PKCE pair per tab. The SDK has one storage key for all tabs, so that of two tabs which start Google the
 * first would always fail. Each tab saves its own pair beside its sign-in, and uses it once. `now`: epoch milliseconds.
 */
export function createPkcePairs(publicToken: string, now: () => number) {
  const oauthKey = sdkStorageKey(publicToken, 'PKCE_VERIFIER:oauth');
  const magicLinkKey = sdkStorageKey(publicToken, 'PKCE_VERIFIER:magic_links');
  const clear = () => void signInRecord.write({ pkce: null });
  return {
    /** Whether storage has space for a pair. Without it, Google must not be started. */
    canSave() {
      const probe = 'x'.repeat(512);
      const hasSpace = safeLocalStorage.write(PROBE, probe) && signInRecord.write({ pkce: probe });
      safeLocalStorage.remove(PROBE);
      clear();
      return hasSpace;
    },
    /** Saves the SDK's new pair for this tab. Call it in the tick in which the SDK created the pair. */
    save() {
      const pair = parseJson(safeLocalStorage.read(oauthKey));
      if (isPair(pair)) signInRecord.write({ pkce: { pair, at: now(), signOut: lastSignOut() } });
    },
    /**
     * Moves this tab's pair to where the SDK reads it. Returns `false` when this tab has no valid and recent pair, or
     * somebody has signed out in this browser since: a sign-out ends every sign-in that was started before (R11.12).
     */
    use(): boolean {
      const { pkce: saved } = signInRecord.read();
      clear();
      return (
        isSaved(saved) &&
        // The clock may have been set back since.
        Math.abs(now() - saved.at) <= PAIR_LIFETIME &&
        saved.signOut === lastSignOut() &&
        safeLocalStorage.write(oauthKey, JSON.stringify(saved.pair))
      );
    },
    /**
     * Removes this tab's pair. Call it when the sign-in is over or was left: the next person at this tab could be sent
     * the address of its answer (R5.14).
     */
    clear,
    /** Whether this browser has a pair for magic links. A link may open in any tab. */
    hasMagicLinkPair: () => isPair(parseJson(safeLocalStorage.read(magicLinkKey))),
  };
}

export type PkcePairs = ReturnType<typeof createPkcePairs>;
