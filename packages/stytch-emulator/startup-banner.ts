import { EMULATOR_PROJECT_ID, EMULATOR_PUBLIC_TOKEN, EMULATOR_SECRET } from './emulated-project.ts';
import { DEFAULT_PEOPLE, type People } from './store/seed/people.ts';

/** What a start of the emulator says. */
interface Start {
  readonly people?: People | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The path of the certificate of https. */
  readonly certificate?: string | undefined;
}

/**
 * Returns the text for the terminal: the addresses, the accounts that can sign in, and the lines that connect the
 * provider's SDKs and a JWT verifier.
 *
 * @param origin where the emulator is served
 */
export function startupBanner(
  origin: string,
  { people = DEFAULT_PEOPLE, allowedOrigins = [], certificate }: Start = {},
): string {
  const accounts = people.accounts.map(
    ({ email, name, note = name }) => `    ${email.padEnd(22)} ${note}`,
  );
  return [
    '',
    '  Local emulator of the authentication provider',
    `    console and inbox      ${origin}/_emulator`,
    `    public token           ${EMULATOR_PUBLIC_TOKEN}`,
    `    project id             ${EMULATOR_PROJECT_ID}`,
    `    secret                 ${EMULATOR_SECRET}`,
    ...allowedOrigins.map((each) => `    allowed origin         ${each}`),
    ...(certificate === undefined
      ? []
      : [`    trust it by            NODE_EXTRA_CA_CERTS=${certificate}`]),
    '',
    '  Accounts that can sign in',
    ...accounts.map((line) => line.trimEnd()),
    '',
    '  Connect an app to it',
    ...Object.entries(connectionLines(origin)).flatMap(([name, code]) => [
      `    ${name}`,
      `      ${code}`,
    ]),
    '',
  ].join('\n');
}

/**
 * The lines that connect an app to an emulator, by what they connect. The browser SDKs read `endpoints`, which keeps the
 * port; their documented `customBaseUrl` drops it. The backend SDK takes https addresses only as its base.
 *
 * @param origin where the emulator is served
 */
export function connectionLines(origin: string): Readonly<Record<string, string>> {
  const endpoints = `{ endpoints: { testAPIURL: '${origin}', liveAPIURL: '${origin}' } }`;
  const base = origin.startsWith('https:') ? 'custom_base_url' : 'env';
  return {
    'Browser, @stytch/vanilla-js 5 and 6': `new StytchB2BHeadlessClient('${EMULATOR_PUBLIC_TOKEN}', ${endpoints})`,
    'Node, stytch': `new B2BClient({ project_id: '${EMULATOR_PROJECT_ID}', secret: '${EMULATOR_SECRET}', ${base}: '${origin}' })`,
    'JWT verifier, jose': `createRemoteJWKSet(new URL('${origin}/v1/b2b/sessions/jwks/${EMULATOR_PROJECT_ID}'))`,
  };
}
