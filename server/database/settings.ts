export interface DatabaseSettings {
  /** `postgres://…`, or the folder of an embedded Postgres; `memory://` keeps nothing. */
  readonly url: string;
  /** The address for migrations and `LISTEN`: of the owner of the tables, and without a pooler. */
  readonly directUrl: string;
  /** How many requests have a transaction at the same time. */
  readonly poolSize: number;
}

/**
 * Reads where the data is: by default, but not in production, in the folder `.data`.
 *
 * @throws a sentence that names the setting that cannot be right; it has no password
 */
export function readDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const url = env.DATABASE_URL || (env.NODE_ENV === 'production' ? '' : '.data');
  if (!/^(?:postgres(?:ql)?:\/\/|memory:\/\/$|\.|\/|[a-z]:[\\/])/i.test(url)) {
    throw new Error(
      'DATABASE_URL must be "postgres://…", or a folder that begins with "." or "/", such as "./data".',
    );
  }
  const directUrl = env.DATABASE_DIRECT_URL || url;
  for (const [name, value] of Object.entries({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  })) {
    if (isPostgres(url) && !(isPostgres(value) && URL.canParse(value))) {
      throw new Error(
        `${name} is no address of a Postgres: "postgres://login:password@host/database". In the password, write # as %23, / as %2F, : as %3A, @ as %40 and % as %25.`,
      );
    }
  }
  const poolSize = Number(env.DATABASE_POOL || 10);
  if (!Number.isInteger(poolSize) || poolSize < 1) {
    throw new Error('DATABASE_POOL must be a number of connections, at least 1.');
  }
  return { url, directUrl, poolSize };
}

export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(url);
}
