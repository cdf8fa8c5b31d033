import * as v from 'valibot';
import { safeLocalStorage, safeSessionStorage } from '../../storage/web-storage.ts';
import { parseJson } from './json.ts';
import { sdkStorageKey } from './sdk-state.ts';

/** This tab's own pair, beside the SDK's one slot for all tabs. */
const TAB_KEY = 'auth_pkce_oauth';
const PROBE_KEY = 'auth_pkce_probe';

/**
 * A verifier has 43 to 128 characters (RFC 7636). SDK 5.32.0 writes sixteen 32-bit
 * numbers one after the other in hexadecimal, which gives up to 128 (R5.4).
 */
const pairSchema = v.looseObject({
  code_verifier: v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-._~]{43,128}$/)),
  code_challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

/** Proofs that this browser started what it is asked to finish. */
export interface PkcePairs {
  /** Whether a pair would be kept: without room for it, Google must not be started. */
  canSave(): boolean;
  /** Keeps the pair the SDK has just made as this tab's own. To be called in the tick it was made. */
  save(): boolean;
  /** Puts this tab's pair where the SDK looks for it. Returns `false` when this tab has none. */
  restore(): boolean;
  /** Forgets this tab's pair. */
  clear(): void;
  /** Whether this browser has a pair for e-mailed links; those open in any of its tabs. */
  hasMagicLinkPair(): boolean;
  /** Drops a pair for e-mailed links that no link of this project can need. */
  clearMagicLinkPair(): void;
}

/**
 * The SDK has one slot for the pair of all tabs, so of two tabs that start Google the first would always
 * fail. Here each tab keeps its own and puts it back right before it is used: both succeed.
 *
 * @param publicToken the project's public token, which is part of the SDK's keys
 */
export function createPkcePairs(publicToken: string): PkcePairs {
  const slot = sdkStorageKey(publicToken, 'PKCE_VERIFIER:oauth');
  const linkSlot = sdkStorageKey(publicToken, 'PKCE_VERIFIER:magic_links');
  return {
    canSave() {
      const probe = 'x'.repeat(256);
      const kept =
        safeLocalStorage.write(PROBE_KEY, probe) && safeSessionStorage.write(PROBE_KEY, probe);
      safeLocalStorage.remove(PROBE_KEY);
      safeSessionStorage.remove(PROBE_KEY);
      return kept;
    },
    save() {
      const pair = safeLocalStorage.read(slot);
      return pair !== null && isPair(pair) && safeSessionStorage.write(TAB_KEY, pair);
    },
    restore() {
      const pair = safeSessionStorage.read(TAB_KEY);
      if (pair === null || !isPair(pair)) {
        safeSessionStorage.remove(TAB_KEY);
        return false;
      }
      return safeLocalStorage.write(slot, pair);
    },
    clear: () => safeSessionStorage.remove(TAB_KEY),
    hasMagicLinkPair() {
      const pair = safeLocalStorage.read(linkSlot);
      return pair !== null && isPair(pair);
    },
    clearMagicLinkPair: () => safeLocalStorage.remove(linkSlot),
  };
}

function isPair(text: string): boolean {
  return v.is(pairSchema, parseJson(text));
}
