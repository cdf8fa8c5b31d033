import type { DatabaseSettings } from '#server/database/settings.ts';
import {
  hasPooler,
  type PostgresVersion,
  REQUEST_LOGIN,
  startPooler,
  startPostgres,
} from './postgres.ts';

/** A database that the service can be given. */
export interface Surroundings {
  readonly name: string;
  /** Prepares an empty one, and returns its settings. */
  readonly start: () => Promise<{
    readonly database: DatabaseSettings;
    readonly stop: () => Promise<void>;
  }>;
}

const EMBEDDED: Surroundings = {
  name: 'PGlite',
  start: async () => ({ database: settingsOf('memory://'), stop: async () => undefined }),
};

/** What most hosts give. */
export const MAIN_SURROUNDINGS = postgres(17, 'transaction pooler');

/** The databases that differ most. */
export const SURROUNDINGS = [EMBEDDED, MAIN_SURROUNDINGS, postgres(15, 'session pooler')];

function postgres(
  version: PostgresVersion,
  path: 'session pooler' | 'transaction pooler',
): Surroundings {
  return {
    name: `Postgres ${version}, ${path}`,
    async start() {
      const server = await startPostgres(version);
      const directUrl = await server.createDatabase();
      if (!hasPooler) return { database: settingsOf(directUrl), stop: async () => server.stop() };
      const pooler = await startPooler(
        server,
        path === 'session pooler' ? 'session' : 'transaction',
      );
      const stop = async () => {
        await pooler.stop();
        server.stop();
      };
      // Behind a pooler, requests have a login of their own.
      const url = pooler.through(directUrl.replace(/\/\/\w+@/, `//${REQUEST_LOGIN}@`));
      return { database: settingsOf(url, directUrl), stop };
    },
  };
}

export function settingsOf(url: string, directUrl: string = url): DatabaseSettings {
  return { url, directUrl, poolSize: 10 };
}
