import { createHash } from 'node:crypto';
import {
  SECURITY_CHECK_SCRIPTS,
  type SecurityCheck,
} from '../../src/stytch/sdk/security-check-scripts.ts';

/** The browser features that the product does not use. Chromium logs an error for one that it does not know. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
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

/** What each security check needs beside its scripts (Decision 017). */
const CHECK_SOURCES: Readonly<Record<SecurityCheck, CheckSources>> = {
  captcha: {
    connect: ['https://www.google.com/recaptcha/enterprise/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    trustedTypes: ['goog#html'],
  },
  fingerprinting: {
    script: ["'wasm-unsafe-eval'"],
    connect: ['https://telemetry.stytch.com'],
  },
};

interface CheckSources {
  readonly script?: readonly string[];
  readonly connect?: readonly string[];
  readonly frame?: readonly string[];
  /** The policies that the scripts create. The product's own, `default`, is beside them. */
  readonly trustedTypes?: readonly string[];
}

interface Site {
  /** The origins of the provider; none when the emulator on this origin is the provider. */
  readonly provider: readonly string[];
  /** The origins of the configured telemetry services. */
  readonly collectors: readonly string[];
  /** The document of the build, whose own script and styles the policy allows; without it, none. */
  readonly document?: string;
  /** The security checks of the provider that the build allows; by default none. */
  readonly checks?: readonly SecurityCheck[];
}

/**
 * Returns the headers of every document and file. The policy allows no evaluated script, no inline one but the
 * document's own, no frame, no script of another origin and no Trusted Types policy, except what an allowed security
 * check needs (R19.9).
 *
 * @returns the values by header name
 */
export function securityHeaders({
  provider,
  collectors,
  document = '',
  checks = [],
}: Site): Record<string, string> {
  const needed = (kind: keyof CheckSources) =>
    checks.flatMap((check) => CHECK_SOURCES[check][kind] ?? []);
  const scripts = checks.flatMap((check) => SECURITY_CHECK_SCRIPTS[check]);
  const frames = needed('frame');
  const connect = ["'self'", ...provider, ...collectors, ...needed('connect')];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes('script', document), ...scripts, ...needed('script')].join(' '),
    ["style-src 'self'", ...hashes('style', document)].join(' '),
    // The provider returns the QR code of an enrolment as a data: address.
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "manifest-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${checks.length === 0 ? "'none'" : ['default', ...needed('trustedTypes')].join(' ')}`,
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

/** The sources that allow the inline elements of a document by their content. */
function hashes(tag: 'script' | 'style', document: string): string[] {
  const elements = document.matchAll(
    new RegExp(`<${tag}(?![^>]* src=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  );
  return Array.from(elements, ([, text = '']) => {
    const digest = createHash('sha256').update(text).digest('base64');
    return `'sha256-${digest}'`;
  });
}
