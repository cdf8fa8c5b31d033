import { describe, expect, it } from 'vitest';
import {
  collectorOrigins,
  headersFile,
  nginxSnippet,
  securityHeaders,
} from '#tools/vite/security-headers.ts';

const collectors = ['https://us.i.posthog.com', 'https://o1.ingest.sentry.io'];
const sites = {
  'on the emulator': { emulated: true, collectors: [] },
  'without telemetry': { emulated: false, collectors: [] },
  'with telemetry': { emulated: false, collectors },
};

/** What a host makes of a `_headers` file. */
function readHeadersFile(text: string): Record<string, string> {
  const [path, ...lines] = text.trimEnd().split('\n');
  expect(path).toBe('/*');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

/** What nginx makes of the snippet. */
function readNginx(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, name, value] = /^add_header ([\w-]+) "([^"]+)" always;$/.exec(line) ?? [];
        return [name, value];
      }),
  );
}

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe.each(Object.entries(sites))('the headers of a build %s', (_, site) => {
  const headers = securityHeaders(site);
  const policy = directives(headers['content-security-policy'] ?? '');

  it('are the same in every file that a host reads [R19.1]', () => {
    expect(readHeadersFile(headersFile(headers))).toEqual(headers);
    expect(readNginx(nginxSnippet(headers))).toEqual(headers);
  });

  it('allow nothing inline, nothing evaluated, nothing framed and no base', () => {
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|blob:|strict-dynamic|nonce/);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'none'");
  });

  it('require Trusted Types and allow no policy at all', () => {
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe("'none'");
  });

  it('let the page talk to its own origin, the provider and the collectors, and to nobody else', () => {
    const provider = site.emulated ? [] : ['https://test.stytch.com', 'https://api.stytch.com'];
    expect(policy.get('connect-src')).toBe(["'self'", ...provider, ...site.collectors].join(' '));
  });

  it('name the rest of what a browser can enforce', () => {
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    const features = (headers['permissions-policy'] ?? '').split(', ');
    expect(features.length).toBeGreaterThan(15);
    for (const feature of features) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
  });
});

describe('the collectors of a build', () => {
  it('are none without a key', () => {
    expect(collectorOrigins({ VITE_POSTHOG_HOST: 'https://eu.i.posthog.com' })).toEqual([]);
  });

  it('are the origins of what is configured, without path or key', () => {
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

  it('stop the build when they are no address', () => {
    expect(() => collectorOrigins({ VITE_SENTRY_DSN: 'nonsense' })).toThrow();
  });
});
