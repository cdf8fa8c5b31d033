import { providerOrigin } from '#machines/rules/provider-api.ts';
import type { Provider } from './identity/provider.ts';

/** The settings of the service. `docs/deploy.md` explains each. */
export interface Settings {
  /** `postgres://...`, or the folder of an embedded Postgres. */
  readonly databaseUrl: string;
  readonly port: number;
  readonly provider: Omit<Provider, 'fetch' | 'now'>;
}

/**
 * Reads the settings from the environment.
 *
 * @throws an error that names what is missing
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const required = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set: see docs/deploy.md, "The service".`);
    return value;
  };
  const publicToken = required('VITE_STYTCH_PUBLIC_TOKEN');
  return {
    databaseUrl: readDatabaseUrl(env),
    port: Number(env.PORT || 8080),
    provider: {
      maxAge: 60_000,
      publicToken,
      projectId: required('STYTCH_PROJECT_ID'),
      site: required('SITE_ORIGIN'),
      origin: env.STYTCH_ORIGIN || providerOrigin(publicToken),
    },
  };
}

/** Where the data is: by default in the folder `.data`. */
export function readDatabaseUrl(env: Readonly<Record<string, string | undefined>>): string {
  return env.DATABASE_URL || '.data';
}
