import * as v from 'valibot';
import { readTelemetrySettings } from '../telemetry/settings.ts';
import type { TelemetrySettings } from '../telemetry/telemetry.types.ts';

const Environment = v.object({
  publicToken: v.pipe(v.string(), v.startsWith('public-token-')),
  emulated: v.boolean(),
  termsUrl: v.pipe(v.string(), v.regex(/^(?:https:\/\/|\/)/)),
});

/** What a build was made for. */
export type Env = v.InferOutput<typeof Environment>;

/**
 * The build's environment, checked once at boot.
 *
 * @throws an error that names the setting which is missing or wrong
 */
export function readEnv(): Env {
  const result = v.safeParse(Environment, {
    publicToken: import.meta.env.VITE_STYTCH_PUBLIC_TOKEN,
    emulated: import.meta.env.VITE_EMULATOR,
    termsUrl: import.meta.env.VITE_TERMS_URL ?? '/terms.html',
  });
  if (result.success) return result.output;
  const wrong = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`This build is not configured: ${wrong}.`);
}

/**
 * What this build tells analytics and error reporting, each off without its key.
 *
 * @throws an error that names the setting which is wrong
 */
export function readTelemetry(): TelemetrySettings {
  const environment = {
    posthogKey: import.meta.env.VITE_POSTHOG_KEY,
    posthogHost: import.meta.env.VITE_POSTHOG_HOST,
    sentryDsn: import.meta.env.VITE_SENTRY_DSN,
    release: import.meta.env.VITE_RELEASE,
    emulated: import.meta.env.VITE_EMULATOR,
  };
  return readTelemetrySettings(environment, window.location.host);
}
