import type { DBSchema, IDBPDatabase } from 'idb';
import * as v from 'valibot';
import type { Policy } from '#src/features/policies/policy.ts';

const DATABASE = 'charter';
const VERSION = 1;
const STORE = 'policies';
const CHANNEL = 'charter-policies';

/** Milliseconds after which a request to the database fails. */
const TIMEOUT = 8_000;

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

type Database = IDBPDatabase<Schema>;

/**
 * Stores the policies of each organization in IndexedDB. A change is announced to every tab of the browser. A
 * call rejects when the database fails or times out; the next call opens it again.
 */
export function createPolicyStore() {
  let opened: Promise<Database> | null = null;
  const discard = () => {
    opened = null;
  };
  const database = () => {
    opened ??= open(discard);
    // A database that failed to open is opened again by the next call.
    opened.catch(discard);
    return opened;
  };
  const use = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
    withTimeout(database().then(work)).catch((error: unknown) => {
      discard();
      throw error;
    });

  return {
    async list(organizationId: string): Promise<readonly Policy[]> {
      const all = IDBKeyRange.bound([organizationId], [organizationId, []]);
      const records: unknown[] = await use((db) => db.getAll(STORE, all));
      return records.filter((record) => v.is(policySchema, record));
    },
    async save(policy: Policy): Promise<void> {
      await use((db) => db.put(STORE, policy));
      notifyTabs(policy.organizationId);
    },
    async remove({ organizationId, id }: Policy): Promise<void> {
      await use((db) => db.delete(STORE, [organizationId, id]));
      notifyTabs(organizationId);
    },
    watch(organizationId: string, onChange: () => void): () => void {
      const channel = new BroadcastChannel(CHANNEL);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (data === organizationId) onChange();
      };
      // A page in the back/forward cache receives no messages.
      const onPageShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) onChange();
      };
      window.addEventListener('pageshow', onPageShow);
      return () => {
        channel.close();
        window.removeEventListener('pageshow', onPageShow);
      };
    },
  };
}

/** Opens the database. The library is loaded here, so that the sign-in screen does not load it. */
async function open(onClosed: () => void): Promise<Database> {
  const { openDB } = await import('idb');
  return openDB<Schema>(DATABASE, VERSION, {
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
}

/** Announces a change to the other tabs, and to this one. */
function notifyTabs(organizationId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(organizationId);
  channel.close();
}

function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), TIMEOUT);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
