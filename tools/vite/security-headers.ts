/** Where a build's provider answers; the policy lets the page talk to nobody else. */
const PROVIDER_ORIGINS = ['https://test.stytch.com', 'https://api.stytch.com'];

/** Where analytics collects when a key is configured without a host. */
const DEFAULT_ANALYTICS = 'https://us.i.posthog.com';

/** Of what a page could ask the browser for, everything that sign-in has no use for. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

interface Site {
  /** The provider is this origin itself, so no other may be reached. */
  readonly emulated: boolean;
  /** The origins of the telemetry collectors a build is configured with. */
  readonly collectors: readonly string[];
}

/**
 * The headers every document of the product is served with: the one source for the preview server and for
 * the files that real hosts read.
 *
 * @returns header names and values; nothing inline, nothing evaluated, no frame, no foreign script, and no
 *   Trusted Types policy, so that no text ever becomes a script
 */
export function securityHeaders({ emulated, collectors }: Site): Record<string, string> {
  const connect = ["'self'", ...(emulated ? [] : PROVIDER_ORIGINS), ...collectors];
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The picture of an enrolment secret comes from the provider as a data: address.
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/**
 * The origins a build's telemetry talks to, so that the policy lets it and nothing else through.
 *
 * @param env the build's `VITE_` settings
 * @throws what `URL` throws for a setting that is no address: the build stops
 */
export function collectorOrigins(env: Record<string, string>): string[] {
  const analytics = env.VITE_POSTHOG_KEY ? env.VITE_POSTHOG_HOST || DEFAULT_ANALYTICS : '';
  const addresses = [analytics, env.VITE_SENTRY_DSN ?? ''].filter((address) => address !== '');
  return addresses.map((address) => new URL(address).origin);
}

/** The same headers as a `_headers` file, as Netlify and Cloudflare Pages read it. */
export function headersFile(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return `/*\n${lines.join('\n')}\n`;
}

/** The same headers as a snippet for an nginx `server` block. */
export function nginxSnippet(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `add_header ${name} "${value}" always;`,
  );
  return `${lines.join('\n')}\n`;
}
