import type { DBSchema, IDBPDatabase } from 'idb';
import * as v from 'valibot';
import type { Policy } from '#src/features/policies/policy.ts';

const DATABASE = 'charter';
const VERSION = 1;
const STORE = 'policies';
const CHANNEL = 'charter-policies';

/** Milliseconds after which a database that does not answer has failed. */
const PATIENCE = 8_000;

/** A record as it is written; one that reads otherwise is passed over. */
const policySchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  organizationId: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  description: v.string(),
  state: v.picklist(['draft', 'active']),
  createdAt: v.number(),
  updatedAt: v.number(),
});

interface Schema extends DBSchema {
  [STORE]: { key: [organizationId: string, id: string]; value: Policy };
}

type Database = IDBPDatabase<Schema>;

/**
 * Policies in this browser's database, apart for each organization. Every tab of the browser hears of a
 * change; each call rejects when the database fails or hangs, and the next one tries anew.
 */
export function createPolicyStore() {
  let opened: Promise<Database> | null = null;
  const forget = () => {
    opened = null;
  };
  const database = () => {
    opened ??= open(forget);
    // What failed to open may open the next time.
    opened.catch(forget);
    return opened;
  };
  const use = <Result>(act: (database: Database) => Promise<Result>): Promise<Result> =>
    inTime(database().then(act)).catch((error: unknown) => {
      forget();
      throw error;
    });

  return {
    async list(organizationId: string): Promise<readonly Policy[]> {
      const all = IDBKeyRange.bound([organizationId], [organizationId, []]);
      const records: unknown[] = await use((db) => db.getAll(STORE, all));
      return records.flatMap((record) => {
        const { success, output } = v.safeParse(policySchema, record);
        return success ? [output] : [];
      });
    },
    async save(policy: Policy): Promise<void> {
      await use((db) => db.put(STORE, policy));
      tell(policy.organizationId);
    },
    async remove({ organizationId, id }: Policy): Promise<void> {
      await use((db) => db.delete(STORE, [organizationId, id]));
      tell(organizationId);
    },
    watch(organizationId: string, changed: () => void): () => void {
      const channel = new BroadcastChannel(CHANNEL);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (data === organizationId) changed();
      };
      // A page out of the back/forward cache has heard nothing meanwhile.
      const shown = ({ persisted }: PageTransitionEvent) => {
        if (persisted) changed();
      };
      window.addEventListener('pageshow', shown);
      return () => {
        channel.close();
        window.removeEventListener('pageshow', shown);
      };
    },
  };
}

/** The library comes when the database is first used, not with the sign-in screen. */
async function open(closed: () => void): Promise<Database> {
  const { openDB } = await import('idb');
  return openDB<Schema>(DATABASE, VERSION, {
    upgrade: (db) => {
      db.createObjectStore(STORE, { keyPath: ['organizationId', 'id'] });
    },
    // A newer build in another tab wants to change the database, or the browser took it away.
    blocking: (_current, _blocked, event) => {
      closed();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: closed,
  });
}

/** Tells the other tabs, and this one, that something changed. */
function tell(organizationId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(organizationId);
  channel.close();
}

function inTime<Result>(result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), PATIENCE);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
