import { describe, expect, it } from 'vitest';
import { collectorOrigins, readTelemetrySettings } from '#src/telemetry/settings.ts';

const unset = {
  posthogKey: undefined,
  posthogHost: undefined,
  sentryDsn: undefined,
  release: undefined,
  emulated: false,
};
const HOST = 'app.example';

describe('readTelemetrySettings', () => {
  it('turns a service off when its key is missing or empty [R18.6]', () => {
    const off = { analytics: null, errors: null, release: 'unknown' };
    expect(readTelemetrySettings(unset, HOST)).toEqual(off);
    const empty = { ...unset, posthogKey: '', sentryDsn: '', posthogHost: '', release: '' };
    expect(readTelemetrySettings(empty, HOST)).toEqual(off);
  });

  it('uses the page’s own host in a build for the emulator', () => {
    const settings = {
      ...unset,
      posthogKey: 'phc_emulator',
      posthogHost: 'http://localhost/_emulator/telemetry/posthog',
      sentryDsn: 'http://emulator@localhost/_emulator/telemetry/1',
      emulated: true,
    };
    expect(readTelemetrySettings(settings, 'localhost:4601')).toMatchObject({
      analytics: { host: 'http://localhost:4601/_emulator/telemetry/posthog' },
      errors: { dsn: 'http://emulator@localhost:4601/_emulator/telemetry/1' },
    });
  });

  it.each([
    ['VITE_POSTHOG_KEY', { posthogKey: 'secret' }],
    ['VITE_POSTHOG_HOST', { posthogHost: 'javascript:alert(1)' }],
    ['VITE_SENTRY_DSN', { sentryDsn: 'https://o1.ingest.sentry.io/42' }],
  ])('throws an error that names %s when it is invalid', (name, wrong) => {
    expect(() => readTelemetrySettings({ ...unset, ...wrong }, HOST)).toThrow(name);
  });
});

describe('collectorOrigins', () => {
  it('returns nothing without a key', () => {
    expect(collectorOrigins({ VITE_POSTHOG_HOST: 'https://eu.i.posthog.com' })).toEqual([]);
  });

  it('returns the origins of the configured services, without path and key', () => {
    const env = {
      VITE_POSTHOG_KEY: 'phc_x',
      VITE_POSTHOG_HOST: 'https://eu.i.posthog.com/ingest',
      VITE_SENTRY_DSN: 'https://key@o1.ingest.sentry.io/42',
    };
    expect(collectorOrigins(env)).toEqual([
      'https://eu.i.posthog.com',
      'https://o1.ingest.sentry.io',
    ]);
    expect(collectorOrigins({ VITE_POSTHOG_KEY: 'phc_x' })).toEqual(['https://us.i.posthog.com']);
  });

  it.each([{ VITE_SENTRY_DSN: 'nonsense' }, { VITE_POSTHOG_KEY: 'secret' }])(
    'stops a build with the invalid setting %o',
    (env) => {
      expect(() => collectorOrigins(env)).toThrow(Object.keys(env)[0]);
    },
  );
});
