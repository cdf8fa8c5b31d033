import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { providerOrigin } from '#machines/rules/provider-api.ts';
import { type RawSettings, readRawSettings } from '#src/stytch/sdk/raw-settings.ts';
import type { SecurityCheck } from '#src/stytch/sdk/security-check-scripts.ts';
import { RESOURCES } from '../../src/pages/resources.ts';
import { type Answer, createProviderClient } from './ask-provider.ts';

/** What is examined. */
export interface Subject {
  readonly publicToken: string;
  /** The origin of the site. */
  readonly site: string;
  /** The slug of an organization; `null` asks nothing about the sign-in to one. */
  readonly organization: string | null;
  /** The project's custom domain in the build; empty without one. */
  readonly domain: string;
  /** The origin of an emulator; `null` for the provider itself. */
  readonly emulator: string | null;
  /** The security checks that this build allows. */
  readonly checks: readonly SecurityCheck[];
  /** Milliseconds after which a question to the provider is given up. */
  readonly timeout: number;
}

/** What a check found: the fact, and what to do, and where, if it is wrong. */
export interface Finding {
  readonly check: string;
  /** `change` keeps people from signing in or working; with `unknown`, the provider could not be asked. */
  readonly verdict: 'ok' | 'change' | 'unknown';
  readonly text: string;
  readonly remedy: string;
}

const TOKEN = /^public-token-(test|live)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ACTIONS = ['read', 'create', 'update', 'delete'];

function finding(check: string, isRight: boolean, text: string, remedy: string): Finding {
  return { check, verdict: isRight ? 'ok' : 'change', text, remedy };
}

/** Asks a project everything that can be asked without an account. */
export async function examine(subject: Subject): Promise<readonly Finding[]> {
  const { publicToken, site, domain, organization, emulator, timeout } = subject;
  const [, kind = 'not well-formed'] = TOKEN.exec(publicToken) ?? [];
  const token = finding(
    'token',
    TOKEN.test(publicToken),
    `The public token of VITE_STYTCH_PUBLIC_TOKEN is ${kind}.`,
    'Dashboard, API keys: copy the public token, “public-token-test-…” or “public-token-live-…”. It is not the project id, and never the secret.',
  );
  if (token.verdict === 'change') return [token];
  const origin = emulator ?? providerOrigin(publicToken, domain);
  const provider = createProviderClient(publicToken, site, timeout);
  const answer = await provider.settings(origin);
  const settings = answer.kind === 'success' ? readRawSettings(answer.data) : null;
  if (settings === null) return [token, missingSettings(answer, site)];

  const discovery = site + DISCOVERY_PATH;
  const findings = [
    token,
    ...checkSettings(settings, subject),
    checkRedirect(
      'discovery-redirect',
      await provider.startGoogle(origin, 'discovery/start', { discovery_redirect_url: discovery }),
      `${discovery} with the type Discovery`,
    ),
  ];
  if (organization === null) return findings;
  const url = site + AUTHENTICATE_PATH;
  const query = { slug: organization, login_redirect_url: url, signup_redirect_url: url };
  const started = await provider.startGoogle(origin, 'start', query);
  const entry = `${url} with the types Login and Signup`;
  return [...findings, checkRedirect('authenticate-redirect', started, entry)];
}

const explain = (answer: Answer) => (answer.kind === 'success' ? 'no settings' : answer.message);

function missingSettings(answer: Answer, site: string): Finding {
  if (answer.kind === 'none') {
    const text = `The provider could not be asked: ${answer.message}.`;
    const remedy = 'Check the network and try again.';
    return { check: 'provider', verdict: 'unknown', text, remedy };
  }
  if (answer.kind === 'error' && answer.type === 'bad_domain_for_stytch_sdk') {
    const remedy = 'Dashboard, SDK configuration: add it to the authorized domains.';
    return finding('authorized-domain', false, `The project does not allow ${site}.`, remedy);
  }
  return finding(
    'known',
    false,
    `The provider does not give the project’s settings (${explain(answer)}).`,
    'Dashboard, API keys: compare the token, and whether it is of the test or the live project. SDK configuration: enable the frontend SDK.',
  );
}

/** @param entry what the project's redirect URLs must have */
function checkRedirect(check: string, answer: Answer, entry: string): Finding {
  if (answer.kind === 'success') return finding(check, true, `Google may lead to ${entry}.`, '');
  return finding(
    check,
    false,
    `Google may not lead to ${entry} (${explain(answer)}).`,
    answer.kind === 'error' && answer.type === 'organization_not_found'
      ? 'Give the slug of an organization of this project.'
      : `Dashboard, Redirect URLs: add ${entry}. OAuth: set up Google with a client of your own.`,
  );
}

function checkSettings(settings: RawSettings, { domain, checks }: Subject): readonly Finding[] {
  const { cname_domain, vertical, pkce_required_for_oauth: requiresPkce } = settings;
  const customDomain = cname_domain ?? '';
  const isOn = {
    captcha: settings.captcha_settings.enabled,
    fingerprinting: settings.dfp_protected_auth_enabled,
  };
  // A security check loads a script, which the build's Content-Security-Policy must allow.
  const checkScript = (check: SecurityCheck) =>
    finding(
      check,
      !isOn[check] || checks.includes(check),
      `It is ${isOn[check] ? 'on' : 'off'} in the project, and ${checks.includes(check) ? 'allowed' : 'refused'} by this build.`,
      `Build with VITE_SECURITY_CHECKS=${check} (with a comma and the other check, if that is on too), and deploy its headers; or Dashboard, Fraud & risk: turn it off.`,
    );
  return [
    // Google starts where the build says, so it must be where the project's Google client lets it.
    finding(
      'domain',
      domain === customDomain,
      `The project’s custom domain is ${customDomain || 'not set'}, and the build’s ${domain || 'not set'}.`,
      `Build with VITE_STYTCH_DOMAIN=${customDomain}, and deploy its headers; or Dashboard, Custom domains.`,
    ),
    finding(
      'vertical',
      vertical === 'B2B',
      `The vertical of the project “${settings.project_name}” is ${vertical ?? 'missing'}.`,
      'A project cannot change its vertical: create a project for B2B and use its token.',
    ),
    finding(
      'oauth-pkce',
      requiresPkce,
      `PKCE is ${requiresPkce ? 'required' : 'not required'} for OAuth. The product always uses it.`,
      'Dashboard, SDK configuration: turn on “Require PKCE” for OAuth.',
    ),
    checkScript('captcha'),
    checkScript('fingerprinting'),
    ...RESOURCES.map((resource) => checkAccessPolicy(settings, resource)),
  ];
}

function checkAccessPolicy({ rbac_policy }: RawSettings, entry: string): Finding {
  const [resource = '', ...special] = entry.split(':');
  const actions = special.length === 0 ? ACTIONS : special;
  const granted = (rbac_policy?.roles ?? [])
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .flatMap((permission) => permission.actions);
  const unused = granted.includes('*') ? [] : actions.filter((action) => !granted.includes(action));
  return finding(
    'access-policy',
    unused.length === 0,
    unused.length === 0
      ? `Roles permit every action on “${resource}”.`
      : `No role permits on “${resource}”: ${unused.join(', ')}.`,
    `Dashboard, Roles & permissions: create the resource “${resource}” with the actions ${actions.join(', ')}, and give them to roles.`,
  );
}
