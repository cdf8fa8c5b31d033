import { AUTHENTICATE_PATH, DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { readRawSettings } from '#src/stytch/sdk/raw-settings.ts';
import { LIVE_ORIGIN, TEST_ORIGIN } from '#src/stytch/transport/provider-paths.ts';
import { type Answer, createProvider, type Provider } from './ask-provider.ts';
import { type BuildSettings, checkSettings, type Finding } from './project-checks.ts';

/** What is examined. */
export interface Subject {
  readonly publicToken: string;
  /** The origin of the site. */
  readonly site: string;
  /** The slug of an organization, without which sign-in for one organization cannot be asked about. */
  readonly organization: string | null;
  /** The origin of an emulator; `null` for the provider itself. */
  readonly emulator: string | null;
  readonly build: BuildSettings;
  /** Milliseconds after which a question to the provider is given up. */
  readonly timeout: number;
}

/** What was found, and whether the provider could be asked. */
export interface Report {
  readonly findings: readonly Finding[];
  /** Why the provider could not be asked; `null` when it could. */
  readonly unreachable: string | null;
}

const TOKEN = /^public-token-(test|live)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const REDIRECTS_PAGE = 'Dashboard, Redirect URLs';

/** What only the dashboard, or a sign-in, can tell. */
export const UNKNOWN = [
  'whether the Google client’s consent screen is published, and whose accounts it lets in',
  'whether links by e-mail may lead to the /discovery address, and whether mails arrive',
  'whether e-mailed codes and links are turned on in the SDK configuration',
  'which methods and second factors each organization allows, and the longest session',
  'whether the site itself sends the headers and answers the two callback paths',
];

/** Asks a project everything that can be asked without an account. */
export async function examine(subject: Subject): Promise<Report> {
  const { publicToken, emulator } = subject;
  const kind = TOKEN.exec(publicToken)?.[1];
  if (kind === undefined) return { findings: [malformedToken()], unreachable: null };
  const findings: Finding[] = [
    { check: 'token', verdict: 'ok', text: `The public token is well-formed (${kind}).` },
  ];
  const apiOrigin = emulator ?? (kind === 'live' ? LIVE_ORIGIN : TEST_ORIGIN);
  let startOrigin = apiOrigin;
  const provider = createProvider(
    publicToken,
    subject.site,
    apiOrigin,
    () => startOrigin,
    subject.timeout,
  );

  const answer = await provider.settings();
  if (answer.kind === 'none') return { findings, unreachable: answer.reason };
  const settings = readRawSettings(answer.data);
  if (answer.error !== null || settings === null) {
    return {
      findings: [...findings, refusedSettings(answer.error, subject.site)],
      unreachable: null,
    };
  }
  const { cname_domain, project_name } = settings;
  if (emulator === null && cname_domain) startOrigin = `https://${cname_domain}`;
  return {
    findings: [
      ...findings,
      {
        check: 'known',
        verdict: 'ok',
        text: `The provider knows the project “${project_name}”.`,
      },
      await checkDiscovery(provider, subject),
      await checkAuthenticate(provider, subject),
      ...checkSettings(settings, subject.build),
      noteOneTap(await provider.oneTap()),
    ],
    unreachable: null,
  };
}

function malformedToken(): Finding {
  return {
    check: 'token',
    verdict: 'change',
    text: 'VITE_STYTCH_PUBLIC_TOKEN is not a public token.',
    remedy:
      'Dashboard, API keys: copy the public token, “public-token-test-…” or “public-token-live-…”. It is not the project id, and never the secret.',
  };
}

function refusedSettings(error: { type: string; message: string } | null, site: string): Finding {
  if (error?.type === 'bad_domain_for_stytch_sdk') {
    return {
      check: 'authorized-domain',
      verdict: 'change',
      text: `The project does not allow the site ${site}.`,
      remedy: 'Dashboard, SDK configuration: add it to the authorized domains.',
    };
  }
  const said = error === null ? 'something else than settings' : `${error.type}: ${error.message}`;
  return {
    check: 'known',
    verdict: 'change',
    text: `The provider does not give the project’s settings (${said}).`,
    remedy:
      'Dashboard, API keys: compare the token, and whether it is of the test or the live project. SDK configuration: enable the frontend SDK.',
  };
}

async function checkDiscovery(provider: Provider, { site }: Subject): Promise<Finding> {
  const address = site + DISCOVERY_PATH;
  const answer = await provider.startGoogle('discovery', { discovery_redirect_url: address });
  return redirectFinding('discovery-redirect', answer, address, 'Discovery');
}

async function checkAuthenticate(provider: Provider, subject: Subject): Promise<Finding> {
  const check = 'authenticate-redirect';
  const address = subject.site + AUTHENTICATE_PATH;
  if (subject.organization === null) {
    const text = `Whether Google may lead to ${address} is not known: name an organization with --organization.`;
    return { check, verdict: 'note', text };
  }
  const answer = await provider.startGoogle('organization', {
    slug: subject.organization,
    login_redirect_url: address,
    signup_redirect_url: address,
  });
  return redirectFinding(check, answer, address, 'Login and Signup');
}

function redirectFinding(check: string, answer: Answer, address: string, type: string): Finding {
  const change = (text: string, remedy: string): Finding => ({
    check,
    verdict: 'change',
    text,
    remedy,
  });
  if (answer.kind === 'none') {
    return change(
      `Google could not be started for ${address}: ${answer.reason}.`,
      'Dashboard, Custom domains: compare the DNS record; else try again.',
    );
  }
  if (answer.error === null) {
    return { check, verdict: 'ok', text: `Google may lead to ${address} (${type}).` };
  }
  const said = `${answer.error.type}: ${answer.error.message}`;
  if (/^no_.*_urls?(_set)?$/.test(answer.error.type)) {
    return change(
      `Google may not lead to ${address} (${said}).`,
      `${REDIRECTS_PAGE}: add ${address} with the type ${type}.`,
    );
  }
  if (answer.error.type.endsWith('oauth_config_not_found')) {
    return change(
      `Google is not set up (${said}).`,
      'Dashboard, OAuth: set up Google with a client of your own.',
    );
  }
  if (answer.error.type === 'organization_not_found') {
    return change(
      `The organization was not found (${said}).`,
      'Give the slug of an organization of this project.',
    );
  }
  return change(
    `Google could not be started for ${address} (${said}).`,
    'Dashboard, OAuth and Redirect URLs.',
  );
}

function noteOneTap(answer: Answer): Finding {
  const isOn = answer.kind === 'answer' && answer.error === null;
  return {
    check: 'one-tap',
    verdict: 'note',
    text: `Google One Tap is ${isOn ? 'set up' : 'not set up'}. The product does not offer it (decision 008).`,
  };
}
