import { expect, it } from 'vitest';
import { providerOrigin } from '#machines/rules/provider-api.ts';

it.each([
  ['public-token-test-x', undefined, 'https://test.stytch.com'],
  ['public-token-live-x', '', 'https://api.stytch.com'],
  ['public-token-live-x', 'login.acme.example', 'https://login.acme.example'],
  ['public-token-test-x', 'http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
])('a build with %s and the domain %s calls %s [R15.8]', (token, domain, origin) => {
  expect(providerOrigin(token, domain)).toBe(origin);
});

it.each(['login.acme.example/start', 'https://', 'two words'])(
  'a build with the domain %j fails',
  (domain) => {
    expect(() => providerOrigin('public-token-test-x', domain)).toThrow('VITE_STYTCH_DOMAIN');
  },
);
