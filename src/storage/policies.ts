import type { Policy } from '#src/features/policies/policy.ts';
import type { PolicyDatabase } from './policy-database.ts';

const CHANNEL = 'charter-policies';

/** Milliseconds after which a request to the database fails. */
const TIMEOUT = 8_000;

/**
 * Stores the policies of each organization in IndexedDB. A change is announced to every tab of the browser. A
 * call rejects when the database fails or times out; the next call opens it again.
 */
export function createPolicyStore() {
  let opened: Promise<PolicyDatabase> | null = null;
  const discard = () => {
    opened = null;
  };
  const database = () => {
    // Loaded here, so that the frame of the member pages does not wait for it.
    opened ??= import('./policy-database.ts').then(({ open }) => open(discard));
    // A database that failed to open is opened again by the next call.
    opened.catch(discard);
    return opened;
  };
  const use = <Result>(work: (database: PolicyDatabase) => Promise<Result>): Promise<Result> =>
    withTimeout(database().then(work)).catch((error: unknown) => {
      discard();
      throw error;
    });

  // Opened before the page asks for its policies. A failure is shown by the call that needs the database.
  database().catch(() => undefined);

  return {
    list: (organizationId: string) => use((db) => db.list(organizationId)),
    async save(policy: Policy): Promise<void> {
      await use((db) => db.save(policy));
      notifyTabs(policy.organizationId);
    },
    async remove(policy: Policy): Promise<void> {
      await use((db) => db.remove(policy));
      notifyTabs(policy.organizationId);
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
