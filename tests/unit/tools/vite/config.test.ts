import { expect, it, vi } from 'vitest';
import config from '../../../../vite.config.ts';

it.each([
  ['login.example.com', 'https://login.example.com'],
  ['', 'https://test.stytch.com'],
])('a build for the domain %j calls %s [R19.8]', (domain, origin) => {
  vi.stubEnv('VITE_STYTCH_PUBLIC_TOKEN', 'public-token-test-1');
  vi.stubEnv('VITE_STYTCH_DOMAIN', domain);
  const { define } = config({ command: 'build', mode: 'production' });
  expect(define).toMatchObject({ 'import.meta.env.PROVIDER_ORIGIN': JSON.stringify(origin) });
});
