import { safeLocalStorage } from './web-storage.ts';

const KEY = 'last_organization';

/** Ids are short. A longer value was not written by the product. */
const ID_MAX_LENGTH = 200;

/**
 * The organization of the last sign-in in this browser, listed first at the next one. Only the id is stored,
 * which identifies no person.
 */
export const lastOrganization = {
  /** @returns the id; `null` when none is stored or the value is invalid */
  read(): string | null {
    const stored = safeLocalStorage.read(KEY);
    return stored !== null && stored.length <= ID_MAX_LENGTH ? stored || null : null;
  },
  /** @param id the id of the organization that the member is signed in to */
  write: (id: string): void => void safeLocalStorage.write(KEY, id),
};
