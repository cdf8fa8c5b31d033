import { safeSessionStorage } from '../../storage/web-storage.ts';

/** Session storage key of this tab's PKCE pair, which holds the time at which it was saved. */
export const PAIR_KEY = 'auth_pkce_oauth';

/** Milliseconds in which the person who has started Google usually answers. */
const USUAL_TIME = 2 * 60_000;

/** Whether an answer of Google comes so late that somebody else may have found it in this tab (R5.14). */
export function isAnswerLate(): boolean {
  const [, savedAt = Date.now()] = /"at":(\d+)/.exec(safeSessionStorage.read(PAIR_KEY) ?? '') ?? [];
  // The clock may have been set back since.
  return Math.abs(Date.now() - Number(savedAt)) > USUAL_TIME;
}
