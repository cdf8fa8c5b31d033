import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SecurityCheck } from '#src/stytch/sdk/security-check-scripts.ts';
import { providerOrigins, securityHeaders } from '#tools/vite/security-headers.ts';

const NO_SITE = { provider: [], collectors: [] };

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

const policyOf = (site: Parameters<typeof securityHeaders>[0]) =>
  securityHeaders(site)['content-security-policy'] ?? '';

it('allows the script and the styles that stand in the document, by their content [R19.1]', () => {
  const document =
    '<style>a</style><script data-x="1">b</script><script type="module" src="/c.js"></script>';
  const policy = directives(policyOf({ ...NO_SITE, document }));
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(policy.get('style-src')).toBe(`'self' 'sha256-${hash('a')}'`);
  expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash('b')}'`);
});

it('allows connections to the own origin, the provider and the collectors only [R19.1]', () => {
  const [provider, collectors] = [['https://api.stytch.com'], ['https://us.i.posthog.com']];
  const allowed = directives(policyOf({ provider, collectors })).get('connect-src');
  expect(allowed).toBe("'self' https://api.stytch.com https://us.i.posthog.com");
});

it('has HSTS, nosniff, the referrer policy, cross-origin isolation and unused features [R19.1]', () => {
  const headers = securityHeaders(NO_SITE);
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  const features = (headers['permissions-policy'] ?? '').split(', ');
  expect(features.length).toBeGreaterThan(15);
  for (const feature of features) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
});

/** The policy of a build on the emulator before a build could allow a security check. */
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

describe('the policy of a build that allows a security check [R19.9]', () => {
  const policyWith = (checks: readonly SecurityCheck[]) => policyOf({ ...NO_SITE, checks });
  /** The directives that differ from the strict policy. */
  const differences = (checks: readonly SecurityCheck[]) => {
    const strict = directives(STRICT_POLICY);
    return Object.fromEntries(
      [...directives(policyWith(checks))].filter(([name, value]) => strict.get(name) !== value),
    );
  };

  const captcha = {
    script:
      'https://www.google.com/recaptcha/enterprise.js https://www.gstatic.com/recaptcha/releases/',
    connect: 'https://www.google.com/recaptcha/enterprise/',
    frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  };
  const fingerprinting = {
    script: "https://elements.stytch.com/telemetry.js 'wasm-unsafe-eval'",
    connect: 'https://telemetry.stytch.com',
  };

  it('is, without one, byte for byte the strict policy', () => {
    expect(policyWith([])).toBe(STRICT_POLICY);
    expect(policyOf(NO_SITE)).toBe(STRICT_POLICY);
  });

  it('adds for captcha its scripts, its frame, its address and two Trusted Types policies', () => {
    expect(differences(['captcha'])).toEqual({
      'script-src': `'self' ${captcha.script}`,
      'connect-src': `'self' ${captcha.connect}`,
      'frame-src': captcha.frame,
      'trusted-types': 'default goog#html',
    });
  });

  it('adds for fingerprinting its script, WebAssembly, its address and one Trusted Types policy', () => {
    expect(differences(['fingerprinting'])).toEqual({
      'script-src': `'self' ${fingerprinting.script}`,
      'connect-src': `'self' ${fingerprinting.connect}`,
      'trusted-types': 'default',
    });
  });

  it('adds for both what each needs, and keeps every other header', () => {
    const added = differences(['captcha', 'fingerprinting']);
    expect(added).toEqual({
      'script-src': `'self' ${captcha.script} ${fingerprinting.script}`,
      'connect-src': `'self' ${captcha.connect} ${fingerprinting.connect}`,
      'frame-src': captcha.frame,
      'trusted-types': 'default goog#html',
    });
    const { 'content-security-policy': _, ...others } = securityHeaders(NO_SITE);
    const checks = ['captcha', 'fingerprinting'] as const;
    expect(securityHeaders({ ...NO_SITE, checks })).toMatchObject(others);
  });
});

describe('providerOrigins [R19.8]', () => {
  const [test, live] = ['https://test.stytch.com', 'https://api.stytch.com'];

  it.each([
    ['public-token-test-00000000-0000-4000-8000-000000000000', [test]],
    ['public-token-live-00000000-0000-4000-8000-000000000000', [live]],
    ['another-token', [test, live]],
  ])('returns for %s the origins that the SDK may call', (token, origins) => {
    expect(providerOrigins(token)).toEqual(origins);
  });
});
