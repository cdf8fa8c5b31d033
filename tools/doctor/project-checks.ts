import { creationProblem, typedOrganization } from '#machines/rules/organization.ts';
import type { RawSettings } from '#src/stytch/sdk/raw-settings.ts';
import type { SecurityCheck } from '#src/stytch/sdk/security-check-scripts.ts';

/** What a check found. `change`: something in the dashboard or in the build keeps people from signing in or working. */
export interface Finding {
  /** The name of the check, which `--accept` takes. */
  readonly check: string;
  readonly verdict: 'ok' | 'change' | 'note';
  readonly text: string;
  /** What to change, and where. */
  readonly remedy?: string;
}

/** What this build can do beyond the default. */
export interface BuildSettings {
  readonly allowsCaptcha: boolean;
  readonly allowsFingerprinting: boolean;
  /** The resource of the access policy that the policies page asks about. */
  readonly resource: string;
}

/** The actions on that resource. */
const ACTIONS = ['read', 'create', 'update', 'delete'];

/** A name as people type it. */
const SAMPLE_NAME = 'Acme Inc';

/** The project's settings as the product reads them, and what else the provider sent. */
type Settings = RawSettings;

/** Compares the project's settings with what the product needs. */
export function checkSettings(settings: Settings, build: BuildSettings): readonly Finding[] {
  return [
    checkVertical(settings),
    checkOAuthPkce(settings),
    checkCaptcha(settings, build),
    checkFingerprinting(settings, build),
    checkAccessPolicy(settings, build),
    checkSlugs(settings),
    checkCreation(settings),
    noteLinkPkce(settings),
    noteCustomDomain(settings),
  ];
}

function checkVertical({ vertical }: Settings): Finding {
  const check = 'vertical';
  if (vertical === 'B2B') return { check, verdict: 'ok', text: 'The project is a B2B project.' };
  return {
    check,
    verdict: 'change',
    text: `The project’s vertical is ${vertical ?? 'missing'}, not B2B.`,
    remedy: 'A project cannot change its vertical: create a project for B2B and use its token.',
  };
}

function checkOAuthPkce({ pkce_required_for_oauth }: Settings): Finding {
  const check = 'oauth-pkce';
  if (pkce_required_for_oauth) return { check, verdict: 'ok', text: 'PKCE is required for OAuth.' };
  return {
    check,
    verdict: 'change',
    text: 'PKCE is not required for OAuth. The product uses it all the same; other clients need not.',
    remedy: 'Dashboard, SDK configuration: turn on “Require PKCE” for OAuth.',
  };
}

function checkCaptcha({ captcha_settings }: Settings, build: BuildSettings): Finding {
  const check = 'captcha';
  if (!captcha_settings.enabled) return { check, verdict: 'ok', text: 'Captcha is off.' };
  if (build.allowsCaptcha) {
    return { check, verdict: 'ok', text: 'Captcha is on, and this build allows it.' };
  }
  return {
    check,
    verdict: 'change',
    text: 'Captcha is on, but this build’s Content-Security-Policy refuses its script.',
    remedy: allowOrTurnOff('captcha', 'captcha'),
  };
}

function allowOrTurnOff(check: SecurityCheck, name: string): string {
  return `Build with VITE_SECURITY_CHECKS=${check} (with a comma and the other check, if that is on too), and deploy its headers; or Dashboard, Fraud & risk: turn ${name} off.`;
}

function checkFingerprinting(settings: Settings, build: BuildSettings): Finding {
  const check = 'fingerprinting';
  if (settings.dfp_protected_auth_enabled !== true) {
    return { check, verdict: 'ok', text: 'Device fingerprinting is off.' };
  }
  const mode = String(settings.dfp_protected_auth_mode ?? 'unknown mode');
  if (build.allowsFingerprinting) {
    return {
      check,
      verdict: 'ok',
      text: `Device fingerprinting is on (${mode}); this build allows it.`,
    };
  }
  return {
    check,
    verdict: 'change',
    text: `Device fingerprinting is on (${mode}), but this build’s Content-Security-Policy refuses its script.`,
    remedy: allowOrTurnOff('fingerprinting', 'Protected Auth'),
  };
}

function checkAccessPolicy({ rbac_policy }: Settings, { resource }: BuildSettings): Finding {
  const check = 'access-policy';
  const change = (text: string): Finding => ({
    check,
    verdict: 'change',
    text,
    remedy: `Dashboard, Roles & permissions: create the resource “${resource}” with the actions ${ACTIONS.join(', ')}, and give them to roles.`,
  });
  if (!rbac_policy) return change('The project has no access policy, so nobody may do anything.');
  const defined = rbac_policy.resources.find(({ resource_id }) => resource_id === resource);
  if (defined === undefined) return change(`The access policy has no resource “${resource}”.`);
  const granted = rbac_policy.roles
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .flatMap(({ actions }) => actions);
  const missing = ACTIONS.filter((action) => !defined.actions.includes(action));
  if (missing.length > 0) return change(`“${resource}” has no action ${missing.join(', ')}.`);
  const unused = granted.includes('*') ? [] : ACTIONS.filter((action) => !granted.includes(action));
  if (unused.length > 0) return change(`No role permits ${unused.join(', ')} on “${resource}”.`);
  return { check, verdict: 'ok', text: `Roles permit every action on “${resource}”.` };
}

function checkSlugs({ slug_pattern }: Settings): Finding {
  const check = 'slugs';
  const sample = typedOrganization(SAMPLE_NAME);
  const project = { slugPattern: slug_pattern, createOrganizationEnabled: true };
  if (sample === null || creationProblem(sample, project) === null) {
    const rule = slug_pattern || 'the provider’s own rule';
    return { check, verdict: 'ok', text: `“${SAMPLE_NAME}” can be created (slugs: ${rule}).` };
  }
  return {
    check,
    verdict: 'change',
    text: `“${SAMPLE_NAME}” cannot be created: slugs must match ${slug_pattern}.`,
    remedy: 'Ask the provider for a pattern that allows lower-case letters, digits and hyphens.',
  };
}

function checkCreation({ create_organization_enabled }: Settings): Finding {
  const check = 'create-organization';
  if (create_organization_enabled) {
    return { check, verdict: 'ok', text: 'People can create organizations.' };
  }
  return {
    check,
    verdict: 'change',
    text: 'People cannot create organizations: only those who belong to one can sign in.',
    remedy: `Dashboard, SDK configuration: turn on “Create organizations”; or, if this is intended, add --accept ${check}.`,
  };
}

function noteLinkPkce({ pkce_required_for_email_magic_links }: Settings): Finding {
  const effect = pkce_required_for_email_magic_links
    ? 'PKCE is required for e-mailed links: a link works only in the browser that asked for it.'
    : 'PKCE is not required for e-mailed links: a link works in any browser, after a confirmation.';
  return { check: 'link-pkce', verdict: 'note', text: `${effect} Your choice (decision 003).` };
}

function noteCustomDomain({ cname_domain }: Settings): Finding {
  const text = cname_domain
    ? `Google starts at the custom domain ${cname_domain}; its redirect address at Google must be there too.`
    : 'The project has no custom domain, so the provider cannot set HttpOnly cookies.';
  return { check: 'custom-domain', verdict: 'note', text };
}
