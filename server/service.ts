import { setMaxListeners } from 'node:events';
import { createApp } from './app.ts';
import { openDatabase } from './database/database.ts';
import { createPermissionCheck } from './identity/access-policy.ts';
import type { Provider } from './identity/provider.ts';
import { createSessionCheck } from './identity/session.ts';

interface ServiceSettings {
  readonly databaseUrl: string;
  readonly provider: Provider;
  /** Receives one line for each request. */
  readonly log: (line: string) => void;
}

/** The service with its database. */
export type Service = ReturnType<typeof createService>;

/** Puts the service together. It answers requests at once; those that need the database wait until it is open. */
export function createService({ databaseUrl, provider, log }: ServiceSettings) {
  const stopping = new AbortController();
  // Each open stream listens.
  setMaxListeners(0, stopping.signal);
  const database = openDatabase(databaseUrl);
  // A request that needs the database meets the failure, too.
  database.catch(() => undefined);
  const app = createApp({
    database,
    checkSession: createSessionCheck(provider),
    isPermitted: createPermissionCheck(provider),
    log,
    now: provider.now,
    stopping: stopping.signal,
  });
  return {
    app,
    /** Resolves when the database is open; rejects when it cannot be opened. */
    ready: database,
    /** Ends the streams, so that a server can close. */
    endStreams: () => stopping.abort(),
    /** Closes the database when all requests are answered. */
    close: async () => (await database).close(),
  };
}
