import type { DatabaseSettings } from '#server/database/settings.ts';
import { isNightly } from '#tests/model/support/nightly.ts';
import {
  hasPooler,
  type PostgresOptions,
  REQUEST_LOGIN,
  startPooler,
  startPostgres,
} from './postgres.ts';

/** A database that the service can be given. */
export interface DatabaseSetup {
  readonly name: string;
  /** Prepares an empty one, and returns its settings. */
  readonly start: () => Promise<{
    readonly database: DatabaseSettings;
    readonly stop: () => Promise<void>;
  }>;
}

type Path = 'direct' | 'session pooler' | 'transaction pooler';

const EMBEDDED: DatabaseSetup = {
  name: 'PGlite',
  start: async () => ({ database: settingsOf('memory://'), stop: async () => undefined }),
};

/** What most hosts give comes first. */
const ALL = ([17, 15] as const).flatMap((version) =>
  (['createrole', 'superuser'] as const).flatMap((login) =>
    (['direct', 'transaction pooler', 'session pooler'] as const).map((path) =>
      postgres({ version, login }, path),
    ),
  ),
);

/** Every kind of database nightly; otherwise those that differ most. */
export const DATABASE_SETUPS = [
  EMBEDDED,
  ...(isNightly
    ? ALL
    : [
        postgres({ version: 17, login: 'createrole' }, hasPooler ? 'transaction pooler' : 'direct'),
        postgres({ version: 15, login: 'createrole' }, hasPooler ? 'session pooler' : 'direct'),
      ]),
];

/** For what differs less between them. */
export const MAIN_DATABASE_SETUPS = isNightly ? DATABASE_SETUPS : DATABASE_SETUPS.slice(1, 2);

function postgres(options: PostgresOptions, path: Path): DatabaseSetup {
  return {
    name: `Postgres ${options.version} as ${options.login}, ${path}`,
    async start() {
      const server = await startPostgres(options);
      const directUrl = await server.createDatabase();
      if (path === 'direct') {
        return { database: settingsOf(directUrl), stop: async () => server.stop() };
      }
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
