import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { providerOrigin } from '#machines/rules/provider-api.ts';
import type { SecurityCheck } from '#src/stytch/sdk/security-check-scripts.ts';
import { securityHeaders } from '#tools/vite/security-headers.ts';

const NO_SITE = { provider: [], collectors: [] };

/** The policy of a build on the emulator that allows no security check. */
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The directives of a site's policy that are not those of the strict policy. */
function differences(site: Partial<Parameters<typeof securityHeaders>[0]>) {
  const policy = securityHeaders({ ...NO_SITE, ...site })['content-security-policy'] ?? '';
  const strict = STRICT_POLICY.split('; ');
  return policy.split('; ').filter((directive) => !strict.includes(directive));
}

it('has the strict policy, HSTS, nosniff, no referrer, COOP, CORP and no unused feature [R19.1]', () => {
  const headers = securityHeaders(NO_SITE);
  expect(headers).toMatchObject({
    'content-security-policy': STRICT_POLICY,
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['permissions-policy']).toMatch(/^(?:[a-z-]+=\(\), ){15,}[a-z-]+=\(\)$/);
});

it('allows the script and the styles that stand in the document, by their content [R19.1]', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const document =
    '<style>a</style><script data-x="1">b</script><script type="module" src="/c.js"></script>';
  expect(differences({ document })).toEqual([
    `script-src 'self' 'sha256-${hash('b')}'`,
    `style-src 'self' 'sha256-${hash('a')}'`,
  ]);
});

it.each([
  ['public-token-test-0', 'https://test.stytch.com'],
  ['public-token-live-0', 'https://api.stytch.com'],
])(
  'allows connections to the own origin, the provider of %s and the collectors only [R19.1, R19.8]',
  (token, origin) => {
    const collectors = ['https://us.i.posthog.com'];
    expect(differences({ provider: [providerOrigin(token)], collectors })).toEqual([
      `connect-src 'self' ${origin} https://us.i.posthog.com`,
    ]);
  },
);

const CAPTCHA_SCRIPTS =
  'https://www.google.com/recaptcha/enterprise.js https://www.gstatic.com/recaptcha/releases/';
const CAPTCHA_FRAMES =
  'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/';
const CAPTCHA_CONNECT = 'https://www.google.com/recaptcha/enterprise/';
const FINGERPRINTING_SCRIPTS = 'https://elements.stytch.com/telemetry.js';
const FINGERPRINTING_CONNECT = 'https://telemetry.stytch.com';

it.each<[readonly SecurityCheck[], readonly string[]]>([
  [
    ['captcha'],
    [
      `script-src 'self' ${CAPTCHA_SCRIPTS}`,
      `connect-src 'self' ${CAPTCHA_CONNECT}`,
      CAPTCHA_FRAMES,
      'trusted-types default goog#html',
    ],
  ],
  [
    ['fingerprinting'],
    [
      `script-src 'self' ${FINGERPRINTING_SCRIPTS} 'wasm-unsafe-eval'`,
      `connect-src 'self' ${FINGERPRINTING_CONNECT}`,
      'trusted-types default',
    ],
  ],
])('adds for %j exactly what their scripts need [R19.9]', (checks, added) => {
  expect(differences({ checks })).toEqual(added);
});
