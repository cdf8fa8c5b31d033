import * as v from 'valibot';
import { safeLocalStorage } from './web-storage.ts';

const KEY = 'last_organization';

/** Ids are short; what is longer was written by something else. */
const idSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/**
 * The organization that somebody was in last in this browser, so that the list can begin with it. It is an
 * id and nothing else: whose it is and what it is called is known only to who has it on their list.
 */
export const lastOrganization = {
  /** @returns the id, or `null` when there is none that could be one */
  read(): string | null {
    const stored = safeLocalStorage.read(KEY);
    return v.is(idSchema, stored) ? stored : null;
  },
  /** @param id the id of an organization somebody is signed in to */
  write: (id: string): void => void safeLocalStorage.write(KEY, id),
};
