import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/settings.ts';

const ENV = {
  VITE_STYTCH_PUBLIC_TOKEN: 'public-token-live-1',
  STYTCH_PROJECT_ID: 'project-live-1',
  SITE_ORIGIN: 'https://app.example.com',
  DATABASE_URL: './data',
};

describe('the settings of the service', () => {
  it.each([
    ['STYTCH_PROJECT_ID', ''],
    ['SITE_ORIGIN', ''],
    ['SITE_ORIGIN', 'your.host'],
    ['SITE_ORIGIN', 'localhost:5173'],
    ['SITE_ORIGIN', 'https://app.example.com/policies'],
    ['SITE_ORIGIN', 'ftp://app.example.com'],
    ['VITE_STYTCH_DOMAIN', 'https://api.stytch.com/v1'],
    ['STYTCH_PROJECT_ID', 'project-test-1'],
    ['PORT', '80 80'],
    ['PORT', '99999'],
  ])('that cannot be right are one sentence: %s=%s', (name, value) => {
    const read = () => readSettings({ ...ENV, [name]: value });
    expect(read).toThrow(name);
    expect(read).toThrow(/^[^\n]+\.$/);
  });

  it('may end an origin with a slash, listen where only this machine reaches, and ask for the keys once a minute', () => {
    const settings = readSettings({
      ...ENV,
      SITE_ORIGIN: 'https://app.example.com/',
      VITE_STYTCH_DOMAIN: 'https://login.example.com/',
      HOST: '',
    });
    expect(settings.provider).toMatchObject({
      site: 'https://app.example.com',
      origin: 'https://login.example.com',
      maxAge: 60_000,
    });
    expect([settings.host, settings.port]).toEqual(['127.0.0.1', 8080]);
  });
});
