/** Where a build's provider answers; the policy lets the page talk to nobody else. */
const PROVIDER_ORIGINS = ['https://test.stytch.com', 'https://api.stytch.com'];

/**
 * The headers every document of the product is served with: the one source for the preview server and for
 * the files that real hosts read.
 *
 * @param options `emulated`: the provider is this origin itself, so no other may be reached
 * @returns header names and values; nothing inline, nothing evaluated, no frame, no foreign script
 */
export function securityHeaders({ emulated }: { emulated: boolean }): Record<string, string> {
  const connect = emulated ? ["'self'"] : ["'self'", ...PROVIDER_ORIGINS];
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
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
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
