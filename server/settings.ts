import { providerOrigin } from '#machines/rules/provider-api.ts';
import { readDatabaseSettings } from './database/settings.ts';
import type { Provider } from './identity/provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of the service from the environment. `docs/deploy.md` explains each.
 *
 * @throws an error that names what is missing
 */
export function readSettings(env: Environment) {
  const required = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set: see docs/deploy.md, "The service".`);
    return value;
  };
  const publicToken = required('VITE_STYTCH_PUBLIC_TOKEN');
  const provider: Provider = {
    maxAge: 60_000,
    publicToken,
    projectId: required('STYTCH_PROJECT_ID'),
    site: required('SITE_ORIGIN'),
    origin: env.STYTCH_ORIGIN || providerOrigin(publicToken),
    fetch,
    now: Date.now,
  };
  return { database: readDatabaseSettings(env), port: Number(env.PORT || 8080), provider };
}
