import type { TelemetrySettings } from './telemetry.types.ts';

/** The telemetry settings of a build. An empty setting counts as missing. */
interface TelemetryEnvironment {
  readonly VITE_POSTHOG_KEY?: string | undefined;
  readonly VITE_POSTHOG_HOST?: string | undefined;
  readonly VITE_SENTRY_DSN?: string | undefined;
  readonly VITE_RELEASE?: string | undefined;
}

const DEFAULT_HOST = 'https://us.i.posthog.com';

const KEY = /^phc_\w+$/;
const HOST = /^https?:\/\/[^\s@?#]+$/;
const DSN = /^https?:\/\/\w+@[^\s@?#]+\/\w+$/;

/**
 * Reads the telemetry settings. Each service is off without its key (R18.6).
 *
 * @param emulatorHost the host of the page in a build for the emulator, which receives telemetry there; else `null`
 * @throws an error that names the invalid setting
 */
export function readTelemetrySettings(
  env: TelemetryEnvironment,
  emulatorHost: string | null = null,
): Omit<TelemetrySettings, 'machine'> {
  const { VITE_POSTHOG_KEY: key, VITE_SENTRY_DSN: dsn } = env;
  const at = (url: string) => (emulatorHost === null ? url : onHost(url, emulatorHost));
  const host = check(HOST, env.VITE_POSTHOG_HOST || DEFAULT_HOST, 'VITE_POSTHOG_HOST');
  return {
    analytics: key ? { key: check(KEY, key, 'VITE_POSTHOG_KEY'), host: at(host) } : null,
    errors: dsn ? { dsn: at(check(DSN, dsn, 'VITE_SENTRY_DSN')) } : null,
    release: env.VITE_RELEASE || 'unknown',
  };
}

/** Reads the telemetry settings of the build of this page. */
export function readBuildSettings() {
  const emulatorHost = import.meta.env.VITE_EMULATOR ? window.location.host : null;
  return readTelemetrySettings(import.meta.env, emulatorHost);
}

/**
 * Returns the origins of the configured telemetry services, which the policy allows.
 *
 * @throws an error that names an invalid setting, which stops the build: the product reads them too late to say so
 */
export function collectorOrigins(env: TelemetryEnvironment): string[] {
  const { analytics, errors } = readTelemetrySettings(env);
  const urls = [analytics?.host, errors?.dsn].filter((url) => url !== undefined);
  return urls.map((url) => new URL(url).origin);
}

function check(form: RegExp, value: string, name: string): string {
  if (form.test(value)) return value;
  throw new Error(`This build is not configured: ${name}.`);
}

function onHost(given: string, host: string): string {
  const url = new URL(given);
  url.host = host;
  return url.href.replace(/\/$/, '');
}
