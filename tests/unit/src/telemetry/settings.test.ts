import { expect, it } from 'vitest';
import { collectorOrigins, readTelemetrySettings } from '#src/telemetry/settings.ts';

const POSTHOG = {
  VITE_POSTHOG_KEY: 'phc_x',
  VITE_POSTHOG_HOST: 'https://eu.i.posthog.com/ingest',
};

it('turns a service off when its key is missing or empty [R18.6]', () => {
  const off = { analytics: null, errors: null, release: 'unknown' };
  const empty = { ...POSTHOG, VITE_POSTHOG_KEY: '', VITE_SENTRY_DSN: '', VITE_RELEASE: '' };
  for (const env of [{}, empty]) {
    expect(readTelemetrySettings(env)).toEqual(off);
    expect(collectorOrigins(env)).toEqual([]);
  }
});

it('has the origins of the services, without path and key', () => {
  const dsn = { VITE_SENTRY_DSN: 'https://key@o1.ingest.sentry.io/42' };
  const origins = ['https://eu.i.posthog.com', 'https://o1.ingest.sentry.io'];
  expect(collectorOrigins({ ...POSTHOG, ...dsn })).toEqual(origins);
  expect(collectorOrigins({ VITE_POSTHOG_KEY: 'phc_x' })).toEqual(['https://us.i.posthog.com']);
  const unset = { ...POSTHOG, VITE_POSTHOG_HOST: '' };
  expect(collectorOrigins(unset)).toEqual(['https://us.i.posthog.com']);
});

it.each([
  ['VITE_POSTHOG_HOST', 'eu.i.posthog.com'],
  ['VITE_POSTHOG_HOST', 'eu.i.posthog.com:443'],
  ['VITE_SENTRY_DSN', 'key@o1.ingest.sentry.io/42'],
])('stops a build whose %s is %s, and names the setting', (name, value) => {
  expect(() => collectorOrigins({ ...POSTHOG, [name]: value })).toThrow(name);
});
