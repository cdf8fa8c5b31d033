import * as v from 'valibot';
import type { TelemetrySettings } from './telemetry.types.ts';

/** The telemetry settings of a build. An empty setting counts as missing. */
export interface TelemetryEnvironment {
  readonly posthogKey: string | undefined;
  readonly posthogHost: string | undefined;
  readonly sentryDsn: string | undefined;
  readonly release: string | undefined;
  /** Whether the build uses the emulator, which receives telemetry on the page's own host. */
  readonly emulated: boolean;
}

const DEFAULT_HOST = 'https://us.i.posthog.com';

const keySchema = v.pipe(v.string(), v.regex(/^phc_\w+$/));
const hostSchema = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s@?#]+$/));
const dsnSchema = v.pipe(v.string(), v.regex(/^https?:\/\/\w+@[^\s@?#]+\/\w+$/));

/**
 * Reads the telemetry settings. Each service is off without its key.
 *
 * @param host the host of this page, used for both services when the build is emulated
 * @throws an error that names the invalid setting
 */
export function readTelemetrySettings(
  environment: TelemetryEnvironment,
  host: string,
): Omit<TelemetrySettings, 'machine'> {
  const { posthogKey, posthogHost, sentryDsn, release, emulated } = environment;
  const at = (url: string) => (emulated ? onHost(url, host) : url);
  const collector = check(hostSchema, posthogHost || DEFAULT_HOST, 'VITE_POSTHOG_HOST');
  return {
    analytics: posthogKey
      ? { key: check(keySchema, posthogKey, 'VITE_POSTHOG_KEY'), host: at(collector) }
      : null,
    errors: sentryDsn ? { dsn: at(check(dsnSchema, sentryDsn, 'VITE_SENTRY_DSN')) } : null,
    release: release || 'unknown',
  };
}

/** Reads the telemetry settings of the build of this page. Each service is off without its key (R18.6). */
export function readBuildSettings() {
  const environment = {
    posthogKey: import.meta.env.VITE_POSTHOG_KEY,
    posthogHost: import.meta.env.VITE_POSTHOG_HOST,
    sentryDsn: import.meta.env.VITE_SENTRY_DSN,
    release: import.meta.env.VITE_RELEASE,
    emulated: import.meta.env.VITE_EMULATOR,
  };
  return readTelemetrySettings(environment, window.location.host);
}

/**
 * Returns the origins of the configured telemetry services, which the policy allows.
 *
 * @param env the build's `VITE_` settings
 * @throws an error that names an invalid setting, which stops the build: the product reads them too late to say so
 */
export function collectorOrigins(env: Record<string, string | undefined>): string[] {
  const environment = {
    posthogKey: env.VITE_POSTHOG_KEY,
    posthogHost: env.VITE_POSTHOG_HOST,
    sentryDsn: env.VITE_SENTRY_DSN,
    release: env.VITE_RELEASE,
    emulated: false,
  };
  const { analytics, errors } = readTelemetrySettings(environment, '');
  const urls = [analytics?.host, errors?.dsn].filter((url) => url !== undefined);
  return urls.map((url) => new URL(url).origin);
}

function check(schema: v.GenericSchema<string, string>, value: string, name: string): string {
  if (v.is(schema, value)) return value;
  throw new Error(`This build is not configured: ${name}.`);
}

function onHost(given: string, host: string): string {
  const url = new URL(given);
  url.host = host;
  return url.href.replace(/\/$/, '');
}
