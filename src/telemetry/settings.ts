import { parseUrl } from '#machines/rules/parse-url.ts';
import type { TelemetrySettings } from './telemetry.types.ts';

/** The telemetry settings of a build. An empty setting counts as missing. */
interface TelemetryEnvironment {
  readonly VITE_POSTHOG_KEY?: string | undefined;
  readonly VITE_POSTHOG_HOST?: string | undefined;
  readonly VITE_SENTRY_DSN?: string | undefined;
  readonly VITE_RELEASE?: string | undefined;
}

const DEFAULT_HOST = 'https://us.i.posthog.com';

/**
 * Reads the telemetry settings. Each service is off without its key (R18.6).
 *
 * @param emulatorHost the host of the page in a build for the emulator, which receives telemetry there; else `null`
 */
export function readTelemetrySettings(
  env: TelemetryEnvironment,
  emulatorHost: string | null = null,
): Omit<TelemetrySettings, 'machine'> {
  const { VITE_POSTHOG_KEY: key, VITE_SENTRY_DSN: dsn } = env;
  const at = (url: string) => (emulatorHost === null ? url : onHost(url, emulatorHost));
  return {
    analytics: key ? { key, host: at(env.VITE_POSTHOG_HOST || DEFAULT_HOST) } : null,
    errors: dsn ? { dsn: at(dsn) } : null,
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
 * @throws for another text than an http address, which stops the build: the product reads it too late to say so
 */
export function collectorOrigins(env: TelemetryEnvironment): string[] {
  const { analytics, errors } = readTelemetrySettings(env);
  const urls = [analytics?.host, errors?.dsn].filter((url) => url !== undefined);
  return urls.map((url) => {
    const origin = parseUrl(url)?.origin ?? 'null';
    if (origin !== 'null') return origin;
    throw new Error(`VITE_POSTHOG_HOST and VITE_SENTRY_DSN must be http addresses, not "${url}".`);
  });
}

function onHost(given: string, host: string): string {
  const url = new URL(given);
  url.host = host;
  return url.href.replace(/\/$/, '');
}
