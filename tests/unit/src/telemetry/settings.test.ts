import { describe, expect, it } from 'vitest';
import { readTelemetrySettings } from '#src/telemetry/settings.ts';

const nothing = {
  posthogKey: undefined,
  posthogHost: undefined,
  sentryDsn: undefined,
  release: undefined,
  emulated: false,
};
const HOST = 'app.example';

describe('the settings of telemetry', () => {
  it('are off without a key, and an empty one is none [R18.6]', () => {
    const off = { analytics: null, errors: null, release: 'unknown' };
    expect(readTelemetrySettings(nothing, HOST)).toEqual(off);
    const empty = { ...nothing, posthogKey: '', sentryDsn: '', posthogHost: '', release: '' };
    expect(readTelemetrySettings(empty, HOST)).toEqual(off);
  });

  it('are taken as they are in a real build', () => {
    const settings = {
      ...nothing,
      posthogKey: 'phc_abc',
      sentryDsn: 'https://key@o1.ingest.sentry.io/42',
      release: '1.2.3',
    };
    expect(readTelemetrySettings(settings, HOST)).toEqual({
      analytics: { key: 'phc_abc', host: 'https://us.i.posthog.com' },
      errors: { dsn: 'https://key@o1.ingest.sentry.io/42' },
      release: '1.2.3',
    });
  });

  it('lead to the page’s own host in an emulated build', () => {
    const settings = {
      ...nothing,
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
  ])('name %s when it is wrong', (name, wrong) => {
    expect(() => readTelemetrySettings({ ...nothing, ...wrong }, HOST)).toThrow(name);
  });
});
