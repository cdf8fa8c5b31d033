import { type DBSchema, openDB } from 'idb';
import * as v from 'valibot';
import type { Policy } from '#src/features/policies/policy.ts';

const DATABASE = 'charter';
const VERSION = 1;
const STORE = 'policies';

/** Milliseconds since the epoch that a calendar date has: the page formats them. */
const timestamp = v.pipe(
  v.number(),
  v.check((time) => !Number.isNaN(new Date(time).getTime())),
);

/** A stored record. An invalid one is skipped, and stays stored. */
const policySchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  organizationId: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  description: v.string(),
  state: v.picklist(['draft', 'active']),
  createdAt: timestamp,
  updatedAt: timestamp,
});

interface Schema extends DBSchema {
  [STORE]: { key: [organizationId: string, id: string]; value: Policy };
}

/** The open database of policies. */
export type PolicyDatabase = Awaited<ReturnType<typeof open>>;

/**
 * Opens the database. Every call of the result rejects when the database fails.
 *
 * @param onClosed called when the database was closed and must be opened again
 */
export async function open(onClosed: () => void) {
  const database = await openDB<Schema>(DATABASE, VERSION, {
    upgrade: (db) => {
      db.createObjectStore(STORE, { keyPath: ['organizationId', 'id'] });
    },
    // A newer build in another tab is upgrading the database.
    blocking: (_current, _blocked, event) => {
      onClosed();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: onClosed,
  });
  return {
    async list(organizationId: string): Promise<readonly Policy[]> {
      const all = IDBKeyRange.bound([organizationId], [organizationId, []]);
      const records: unknown[] = await database.getAll(STORE, all);
      return records.filter((record) => v.is(policySchema, record));
    },
    save: (policy: Policy) => database.put(STORE, policy),
    remove: ({ organizationId, id }: Policy) => database.delete(STORE, [organizationId, id]),
  };
}
