import { parseUrl } from '#machines/rules/parse-url.ts';

/**
 * The scripts that each security check of the provider loads: reCAPTCHA's and the one of device fingerprinting.
 * A URL that ends in a slash stands for everything below it.
 */
export const SECURITY_CHECK_SCRIPTS = {
  captcha: [
    'https://www.google.com/recaptcha/enterprise.js',
    'https://www.gstatic.com/recaptcha/releases/',
  ],
  fingerprinting: ['https://elements.stytch.com/telemetry.js'],
} as const;

/** A check of the provider that can be on in a project, and loads a script of another origin. */
export type SecurityCheck = keyof typeof SECURITY_CHECK_SCRIPTS;

const SECURITY_CHECKS = ['captcha', 'fingerprinting'] as const satisfies readonly SecurityCheck[];

/** Reads `VITE_SECURITY_CHECKS`, names separated by commas (R19.9). Throws a RangeError that names an unknown one. */
export function readSecurityChecks(setting: string): readonly SecurityCheck[] {
  const names = setting.split(',').map((name) => name.trim());
  const unknown = names.find((name) => name !== '' && !SECURITY_CHECKS.some((is) => is === name));
  if (unknown !== undefined) {
    throw new RangeError(
      `VITE_SECURITY_CHECKS names an unknown check: ${unknown}. Known: ${SECURITY_CHECKS.join(', ')}.`,
    );
  }
  return SECURITY_CHECKS.filter((check) => names.includes(check));
}

/** Whether a URL is that of a script of one of the checks. */
function isSecurityCheckScript(href: string, checks: readonly SecurityCheck[]): boolean {
  const url = parseUrl(href);
  if (url === null) return false;
  const path = url.origin + url.pathname;
  return checks
    .flatMap((check): readonly string[] => SECURITY_CHECK_SCRIPTS[check])
    .some((script) => (script.endsWith('/') ? path.startsWith(script) : path === script));
}

/**
 * Lets the SDK and reCAPTCHA add the scripts of these checks, whose URLs they set as strings. The policy has
 * no rule for markup and for script text, so that strings stay refused there. Without a check it is not created.
 */
export function allowSecurityCheckScripts(checks: readonly SecurityCheck[]): void {
  if (checks.length === 0) return;
  // TypeScript's library does not describe Trusted Types, which not every browser has.
  Reflect.get(window, 'trustedTypes')?.createPolicy('default', {
    createScriptURL: (url: string) => (isSecurityCheckScript(url, checks) ? url : null),
  });
}
