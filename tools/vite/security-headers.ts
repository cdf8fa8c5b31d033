/** The origins of the provider's API. */
const PROVIDER_ORIGINS = ['https://test.stytch.com', 'https://api.stytch.com'];

/** The analytics host when only a key is configured. */
const DEFAULT_ANALYTICS_HOST = 'https://us.i.posthog.com';

/** The browser features that the product does not use. */
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
  /** Whether the emulator on this origin is the provider, so that no other origin is needed. */
  readonly emulated: boolean;
  /** The origins of the configured telemetry services. */
  readonly collectors: readonly string[];
}

/**
 * Returns the headers of every document, for the preview server and for the files that hosts read. The policy
 * allows no inline or evaluated script, no frame, no script of another origin and no Trusted Types policy.
 *
 * @returns the values by header name
 */
export function securityHeaders({ emulated, collectors }: Site): Record<string, string> {
  const connect = ["'self'", ...(emulated ? [] : PROVIDER_ORIGINS), ...collectors];
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The provider returns the QR code of an enrolment as a data: address.
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
 * Returns the origins of the configured telemetry services, which the policy allows.
 *
 * @param env the build's `VITE_` settings
 * @throws a TypeError when a setting is not a URL, which stops the build
 */
export function collectorOrigins(env: Record<string, string>): string[] {
  const analytics = env.VITE_POSTHOG_KEY ? env.VITE_POSTHOG_HOST || DEFAULT_ANALYTICS_HOST : '';
  const addresses = [analytics, env.VITE_SENTRY_DSN ?? ''].filter((address) => address !== '');
  return addresses.map((address) => new URL(address).origin);
}
