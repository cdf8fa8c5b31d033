import { providerOrigin } from '#machines/rules/provider-api.ts';
import { readDatabaseSettings } from './database/settings.ts';
import type { Provider } from './identity/provider.ts';

/**
 * Reads the settings of the service from the environment. `docs/deploy.md` explains each.
 *
 * @throws an error that names what is missing or cannot be right
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  const required = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set: see docs/deploy.md, "One process".`);
    return value;
  };
  const publicToken = required('VITE_STYTCH_PUBLIC_TOKEN');
  const projectId = required('STYTCH_PROJECT_ID');
  if (kindOf(publicToken) !== kindOf(projectId)) {
    throw new Error(
      'VITE_STYTCH_PUBLIC_TOKEN and STYTCH_PROJECT_ID are not of one project: both are "test" or both are "live".',
    );
  }
  const provider: Provider = {
    maxAge: 60_000,
    publicToken,
    projectId,
    site: readOrigin('SITE_ORIGIN', required('SITE_ORIGIN')),
    origin: providerOrigin(publicToken, env.VITE_STYTCH_DOMAIN),
    fetch,
    now: Date.now,
  };
  return {
    database: readDatabaseSettings(env),
    /** The address to listen on: by default what only this machine reaches. */
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT || '8080'),
    provider,
  };
}

/** Returns whether a token or a project's id is for tests or live. */
function kindOf(text: string): string | undefined {
  return /-(test|live)-/.exec(text)?.[1];
}

function readOrigin(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`${name} must be an origin such as https://app.example.com, not "${value}".`);
}

function readPort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new Error(`PORT must be a number up to 65535, not "${value}".`);
}
