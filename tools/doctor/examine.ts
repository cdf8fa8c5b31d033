import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { creationProblem, typedOrganization } from '#machines/rules/organization.ts';
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
  /** The slug of an organization, without which sign-in for one organization cannot be asked about. */
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
  readonly verdict: 'ok' | 'change' | 'note' | 'unknown';
  readonly text: string;
  /** What to change, and where. */
  readonly remedy?: string;
}

const TOKEN = /^public-token-(test|live)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ACTIONS = ['read', 'create', 'update', 'delete'];
/** A name as people type it. */
const SAMPLE_NAME = 'Acme Inc';

const ok = (check: string, text: string): Finding => ({ check, verdict: 'ok', text });
const note = (check: string, text: string): Finding => ({ check, verdict: 'note', text });
const change = (check: string, text: string, remedy: string): Finding => ({
  check,
  verdict: 'change',
  text,
  remedy,
});

/** Asks a project everything that can be asked without an account. */
export async function examine(subject: Subject): Promise<readonly Finding[]> {
  const { publicToken, site, domain, emulator } = subject;
  const kind = TOKEN.exec(publicToken)?.[1];
  if (kind === undefined) return [malformedToken()];
  const token = ok('token', `The public token is well-formed (${kind}).`);
  const origin = emulator ?? providerOrigin(publicToken, domain);
  const provider = createProviderClient(publicToken, site, subject.timeout);

  const answer = await provider.settings(origin);
  if (answer.kind === 'none') {
    const text = `The provider could not be asked: ${answer.reason}.`;
    const remedy = 'Check the network and try again.';
    return [token, { check: 'provider', verdict: 'unknown', text, remedy }];
  }
  const settings = answer.kind === 'success' ? readRawSettings(answer.data) : null;
  if (settings === null) return [token, refusedSettings(answer, site)];
  const start = (path: string, query: Record<string, string>) =>
    provider.startGoogle(origin, path, query);
  return [
    token,
    ok('known', `The provider knows the project “${settings.project_name}”.`),
    checkDomain(settings, domain),
    redirectFinding(
      'discovery-redirect',
      await start('discovery/start', { discovery_redirect_url: site + DISCOVERY_PATH }),
      site + DISCOVERY_PATH,
      'Discovery',
    ),
    await checkAuthenticateRedirect(start, subject),
    checkScript('captcha', settings.captcha_settings.enabled, 'Captcha', subject),
    checkScript(
      'fingerprinting',
      settings.dfp_protected_auth_enabled,
      `Protected Auth (${settings.dfp_protected_auth_mode ?? 'device fingerprinting'})`,
      subject,
    ),
    ...RESOURCES.map((resource) => checkAccessPolicy(settings, resource)),
    ...checkSettings(settings),
  ];
}

type Start = (path: string, query: Record<string, string>) => Promise<Answer>;

function malformedToken(): Finding {
  return change(
    'token',
    'VITE_STYTCH_PUBLIC_TOKEN is not a public token.',
    'Dashboard, API keys: copy the public token, “public-token-test-…” or “public-token-live-…”. It is not the project id, and never the secret.',
  );
}

function refusedSettings(answer: Answer, site: string): Finding {
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

function explain(answer: Answer): string {
  return answer.kind === 'error' ? `${answer.type}: ${answer.message}` : 'no settings';
}

async function checkAuthenticateRedirect(
  start: Start,
  { site, organization }: Subject,
): Promise<Finding> {
  const check = 'authenticate-redirect';
  const url = site + AUTHENTICATE_PATH;
  if (organization === null) {
    const text = `Whether Google may lead to ${url} is not known: name an organization with --organization.`;
    return note(check, text);
  }
  const query = { slug: organization, login_redirect_url: url, signup_redirect_url: url };
  return redirectFinding(check, await start('start', query), url, 'Login and Signup');
}

function redirectFinding(check: string, answer: Answer, url: string, type: string): Finding {
  if (answer.kind === 'success') return ok(check, `Google may lead to ${url} (${type}).`);
  if (answer.kind === 'none') {
    const remedy = 'Dashboard, Custom domains: compare the DNS record; else try again.';
    return change(check, `Google could not be started for ${url}: ${answer.reason}.`, remedy);
  }
  const said = explain(answer);
  if (/^no_.*_urls?(_set)?$/.test(answer.type)) {
    const remedy = `Dashboard, Redirect URLs: add ${url} with the type ${type}.`;
    return change(check, `Google may not lead to ${url} (${said}).`, remedy);
  }
  if (answer.type === 'organization_not_found') {
    const remedy = 'Give the slug of an organization of this project.';
    return change(check, `The organization was not found (${said}).`, remedy);
  }
  const remedy = 'Dashboard, OAuth: set up Google with a client of your own; Redirect URLs.';
  return change(check, `Google could not be started for ${url} (${said}).`, remedy);
}

/** Google starts where the build says, so it must be where the project's Google client lets it. */
function checkDomain({ cname_domain }: RawSettings, domain: string): Finding {
  const project = cname_domain ?? '';
  const text = `The project’s custom domain is ${project || 'not set'}, and the build’s ${domain || 'not set'}`;
  if (domain === project) return ok('domain', `${text}.`);
  return change(
    'domain',
    `${text}: they differ.`,
    project === ''
      ? 'Build without VITE_STYTCH_DOMAIN, or add the domain: Dashboard, Custom domains.'
      : `Build with VITE_STYTCH_DOMAIN=${project}, and deploy its headers.`,
  );
}

/** A security check loads a script, which the build must allow. */
function checkScript(
  check: SecurityCheck,
  isOn: boolean,
  name: string,
  { checks }: Subject,
): Finding {
  if (!isOn) return ok(check, `${name} is off.`);
  if (checks.includes(check)) return ok(check, `${name} is on, and this build allows it.`);
  return change(
    check,
    `${name} is on, but this build’s Content-Security-Policy refuses its script.`,
    `Build with VITE_SECURITY_CHECKS=${check} (with a comma and the other check, if that is on too), and deploy its headers; or Dashboard, Fraud & risk: turn it off.`,
  );
}

function checkAccessPolicy({ rbac_policy }: RawSettings, entry: string): Finding {
  const check = 'access-policy';
  const [resource = '', ...special] = entry.split(':');
  const actions = special.length === 0 ? ACTIONS : special;
  const wrong = (text: string) =>
    change(
      check,
      text,
      `Dashboard, Roles & permissions: create the resource “${resource}” with the actions ${actions.join(', ')}, and give them to roles.`,
    );
  if (!rbac_policy) return wrong('The project has no access policy, so nobody may do anything.');
  const granted = rbac_policy.roles
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .flatMap(({ actions }) => actions);
  const unused = granted.includes('*') ? [] : actions.filter((action) => !granted.includes(action));
  if (unused.length > 0) return wrong(`No role permits ${unused.join(', ')} on “${resource}”.`);
  return ok(check, `Roles permit every action on “${resource}”.`);
}

/** The settings that are right or wrong by themselves. */
function checkSettings(settings: RawSettings): readonly Finding[] {
  const { vertical, slug_pattern: slugPattern } = settings;
  const sample = typedOrganization(SAMPLE_NAME);
  const project = { slugPattern, createOrganizationEnabled: true };
  const linkEffect = settings.pkce_required_for_email_magic_links
    ? 'PKCE is required for e-mailed links: a link works only in the browser that asked for it.'
    : 'PKCE is not required for e-mailed links: a link works in any browser, after a confirmation.';
  return [
    vertical === 'B2B'
      ? ok('vertical', 'The project is a B2B project.')
      : change(
          'vertical',
          `The project’s vertical is ${vertical ?? 'missing'}, not B2B.`,
          'A project cannot change its vertical: create a project for B2B and use its token.',
        ),
    settings.pkce_required_for_oauth
      ? ok('oauth-pkce', 'PKCE is required for OAuth.')
      : change(
          'oauth-pkce',
          'PKCE is not required for OAuth. The product uses it all the same; others need not.',
          'Dashboard, SDK configuration: turn on “Require PKCE” for OAuth.',
        ),
    sample === null || creationProblem(sample, project) === null
      ? ok('slugs', `“${SAMPLE_NAME}” can be created (slugs: ${slugPattern || 'any'}).`)
      : change(
          'slugs',
          `“${SAMPLE_NAME}” cannot be created: slugs must match ${slugPattern}.`,
          'Ask the provider for a pattern that allows lower-case letters, digits and hyphens.',
        ),
    settings.create_organization_enabled
      ? ok('create-organization', 'People can create organizations.')
      : note(
          'create-organization',
          'People cannot create organizations: only those who belong to one can sign in. Dashboard, SDK configuration: “Create organizations” changes that.',
        ),
    note(
      'cookies',
      'Whether the project sets HttpOnly cookies cannot be asked. The product must read them: leave that off (docs/security.md).',
    ),
    note('link-pkce', `${linkEffect} Your choice (decision 002).`),
  ];
}
