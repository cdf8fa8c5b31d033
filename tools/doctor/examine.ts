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

/**
 * What a check found. `change`: something in the dashboard or in the build keeps people from signing in or working.
 * `unknown`: the provider could not be asked.
 */
export interface Finding {
  readonly check: string;
  readonly verdict: 'ok' | 'change' | 'unknown';
  readonly text: string;
  /** What to change, and where. */
  readonly remedy?: string;
}

const TOKEN = /^public-token-(test|live)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ACTIONS = ['read', 'create', 'update', 'delete'];

const ok = (check: string, text: string): Finding => ({ check, verdict: 'ok', text });
const change = (check: string, text: string, remedy: string): Finding => ({
  check,
  verdict: 'change',
  text,
  remedy,
});
/** Asks a project everything that can be asked without an account. */
export async function examine(subject: Subject): Promise<readonly Finding[]> {
  const { publicToken, site, domain, organization, emulator, timeout } = subject;
  const kind = TOKEN.exec(publicToken)?.[1];
  if (kind === undefined) {
    return [
      change(
        'token',
        'VITE_STYTCH_PUBLIC_TOKEN is not a public token.',
        'Dashboard, API keys: copy the public token, “public-token-test-…” or “public-token-live-…”. It is not the project id, and never the secret.',
      ),
    ];
  }
  const token = ok('token', `The public token is well-formed (${kind}).`);
  const origin = emulator ?? providerOrigin(publicToken, domain);
  const provider = createProviderClient(publicToken, site, timeout);
  const answer = await provider.settings(origin);
  const settings = answer.kind === 'success' ? readRawSettings(answer.data) : null;
  if (settings === null) return [token, missingSettings(answer, site)];

  const discovery = site + DISCOVERY_PATH;
  const authenticate = site + AUTHENTICATE_PATH;
  const startDiscovery = { discovery_redirect_url: discovery };
  const startOrganization = {
    slug: organization ?? '',
    login_redirect_url: authenticate,
    signup_redirect_url: authenticate,
  };
  const start = (path: string, query: Readonly<Record<string, string>>) =>
    provider.startGoogle(origin, path, query);
  return [
    token,
    ok('known', `The provider knows the project “${settings.project_name}”.`),
    checkDomain(settings, domain),
    checkRedirect(
      'discovery-redirect',
      await start('discovery/start', startDiscovery),
      `${discovery} with the type Discovery`,
    ),
    ...(organization === null
      ? []
      : [
          checkRedirect(
            'authenticate-redirect',
            await start('start', startOrganization),
            `${authenticate} with the types Login and Signup`,
          ),
        ]),
    checkScript('captcha', settings.captcha_settings.enabled, subject),
    checkScript('fingerprinting', settings.dfp_protected_auth_enabled, subject),
    ...RESOURCES.map((resource) => checkAccessPolicy(settings, resource)),
    settings.vertical === 'B2B'
      ? ok('vertical', 'The project is a B2B project.')
      : change(
          'vertical',
          `The project’s vertical is ${settings.vertical ?? 'missing'}, not B2B.`,
          'A project cannot change its vertical: create a project for B2B and use its token.',
        ),
    settings.pkce_required_for_oauth
      ? ok('oauth-pkce', 'PKCE is required for OAuth.')
      : change(
          'oauth-pkce',
          'PKCE is not required for OAuth. The product uses it all the same; others need not.',
          'Dashboard, SDK configuration: turn on “Require PKCE” for OAuth.',
        ),
  ];
}

const explain = (answer: Answer) => (answer.kind === 'success' ? 'no settings' : answer.message);

function missingSettings(answer: Answer, site: string): Finding {
  if (answer.kind === 'none') {
    const text = `The provider could not be asked: ${answer.message}.`;
    return {
      check: 'provider',
      verdict: 'unknown',
      text,
      remedy: 'Check the network and try again.',
    };
  }
  if (answer.kind === 'error' && answer.type === 'bad_domain_for_stytch_sdk') {
    const remedy = 'Dashboard, SDK configuration: add it to the authorized domains.';
    return change('authorized-domain', `The project does not allow the site ${site}.`, remedy);
  }
  return change(
    'known',
    `The provider does not give the project’s settings (${explain(answer)}).`,
    'Dashboard, API keys: compare the token, and whether it is of the test or the live project. SDK configuration: enable the frontend SDK.',
  );
}

/** @param entry what the project's redirect URLs must have */
function checkRedirect(check: string, answer: Answer, entry: string): Finding {
  if (answer.kind === 'success') return ok(check, `Google may lead to ${entry}.`);
  const text = `Google may not lead to ${entry} (${explain(answer)}).`;
  if (answer.kind === 'error' && answer.type === 'organization_not_found') {
    return change(check, text, 'Give the slug of an organization of this project.');
  }
  const client = 'OAuth: set up Google with a client of your own.';
  return change(check, text, `Dashboard, Redirect URLs: add ${entry}. ${client}`);
}

/** Google starts where the build says, so it must be where the project's Google client lets it. */
function checkDomain({ cname_domain }: RawSettings, domain: string): Finding {
  const project = cname_domain ?? '';
  const text = `The project’s custom domain is ${project || 'not set'}, and the build’s ${domain || 'not set'}`;
  if (domain === project) return ok('domain', `${text}.`);
  return change(
    'domain',
    `${text}: they differ.`,
    `Build with VITE_STYTCH_DOMAIN=${project}, and deploy its headers; or Dashboard, Custom domains.`,
  );
}

/** A security check loads a script, which the build must allow. */
function checkScript(check: SecurityCheck, isOn: boolean, { checks }: Subject): Finding {
  if (!isOn) return ok(check, 'It is off.');
  if (checks.includes(check)) return ok(check, 'It is on, and this build allows it.');
  return change(
    check,
    'It is on, but this build’s Content-Security-Policy refuses its script.',
    `Build with VITE_SECURITY_CHECKS=${check} (with a comma and the other check, if that is on too), and deploy its headers; or Dashboard, Fraud & risk: turn it off.`,
  );
}

function checkAccessPolicy({ rbac_policy }: RawSettings, entry: string): Finding {
  const check = 'access-policy';
  const [resource = '', ...special] = entry.split(':');
  const actions = special.length === 0 ? ACTIONS : special;
  const granted = (rbac_policy?.roles ?? [])
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .flatMap((permission) => permission.actions);
  const unused = granted.includes('*') ? [] : actions.filter((action) => !granted.includes(action));
  if (unused.length === 0) return ok(check, `Roles permit every action on “${resource}”.`);
  return change(
    check,
    `No role permits ${unused.join(', ')} on “${resource}”.`,
    `Dashboard, Roles & permissions: create the resource “${resource}” with the actions ${actions.join(', ')}, and give them to roles.`,
  );
}
