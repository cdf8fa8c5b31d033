import { type Check, isText, recordOf } from '#machines/rules/checks.ts';
import { parseJson, safeSessionStorage } from './web-storage.ts';

/** Session storage key of what the pages of this tab had read when it was left. */
const KEY = 'kept_reads';

const isObject: Check<object> = (value) => typeof value === 'object' && value !== null;
const isKept = recordOf({ owner: isText, reads: isObject });

/** What the pages of this tab had read before a reload (R17.12). */
export const keptReads = {
  /**
   * Returns what was kept of a member in an organization, or an empty object. It is given once, so that what breaks a
   * page is gone after its next reload, and removed when it is of somebody else.
   */
  take(owner: string): object {
    const kept = parseJson(safeSessionStorage.read(KEY));
    safeSessionStorage.remove(KEY);
    return isKept(kept) && kept.owner === owner ? kept.reads : {};
  },
  write(owner: string, reads: object): void {
    safeSessionStorage.write(KEY, JSON.stringify({ owner, reads }));
  },
  remove: () => safeSessionStorage.remove(KEY),
};
