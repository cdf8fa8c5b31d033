import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Route } from '#emulator/api/http/route.ts';
import { sdkRoutes } from '#emulator/api/sdk-routes.ts';
import { controlApi } from '#emulator/control/control-api.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { createStore } from '#emulator/store/store.ts';

/**
 * Writes docs/emulator.md from the routes and the test files. With `--check` it compares instead. It
 * fails when the document is outdated, a call has no test, or a control call has no description.
 */
const DOCUMENT = new URL('../../docs/emulator.md', import.meta.url);
/** The clients of the newest browser SDK, one file each. */
const SDK_CLIENTS = new URL(
  '../../node_modules/stytch-next/dist/esm/packages/core/src/HeadlessClients/b2b/',
  import.meta.url,
);
const TESTS = new URL('../../packages/stytch-emulator/tests/', import.meta.url);

const CONTROL: Readonly<Record<string, string>> = {
  'GET /health': '`{ ok, now, seed }`',
  'POST /reset': 'restores the seed: mail, requests, faults, sessions, settings and clock',
  'GET /state': 'exports the state as one JSON document',
  'PUT /state': 'imports such a document; an invalid one is rejected and changes nothing',
  'GET /project': 'returns the project settings',
  'PATCH /project': 'changes some of them; an unknown name or a wrong type is rejected',
  'POST /clock': '`{ advanceMs }`, `{ now }` or `{ freeze }` -> `{ now, frozen }`',
  'GET /faults': 'lists the active faults',
  'POST /faults':
    'adds one or a list: `{ match: { method?, path }, fault: { kind, status?, errorType?, message?, retryAfter?, latencyMs? }, times? }`',
  'DELETE /faults': 'removes all of them',
  'GET /requests': 'lists the last 1,000 provider requests, oldest first, with decoded headers',
  'DELETE /requests': 'clears the request log',
  'GET /sessions': 'lists all sessions, oldest first, with `id` and `active`',
  'DELETE /sessions/:id': 'revokes a session',
  'GET /inbox': 'lists the mail, newest first; `?to=` filters by address',
  'DELETE /inbox': 'empties the inbox',
  'POST /inbox/:id/scan': 'simulates a mail scanner that opens the link, which uses it up',
  'POST /impersonate': '`{ email, organizationSlug, origin? }` -> `{ url }`, a one-time link',
  'POST /google/id-token': '`{ email, audience?, expired? }` -> `{ id_token }` for One Tap',
  'GET /telemetry': 'lists the collected telemetry requests, unparsed, oldest first',
  'DELETE /telemetry': 'clears it',
  'GET /telemetry/*': 'collects a request',
  'POST /telemetry/*': 'collects a request',
  'PUT /telemetry/*': 'collects a request',
  'GET /events':
    'streams server-sent events: mail, request, session, fault, clock, project, reset, telemetry',
};

const FAULTS: Readonly<Record<(typeof FAULT_KINDS)[number], string>> = {
  error: 'an error in the provider’s format (status 500 by default)',
  drop: 'no response: the connection is cut',
  hang: 'no response until the client disconnects or the emulator is reset',
  html: 'a proxy’s HTML page (502)',
  truncated: 'JSON that ends in the middle (200)',
  wrongShape: 'valid JSON with unexpected fields (200)',
  slow: 'the provider’s response, `latencyMs` later; with every other kind the provider does not handle the request',
};

const testFiles = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.ts$|-calls\.ts$/.test(name))
  .sort()
  .map((name) => ({
    name: name.replace(/^.*\/|\.test\.ts$|-calls\.ts$/g, ''),
    text: readFileSync(new URL(name, TESTS), 'utf8'),
  }));

function mentions(text: string, phrase: string): boolean {
  const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w/])${escaped}(?![\\w/.:])`).test(text);
}

function testsOf(route: Route): string[] {
  return testFiles
    .filter(
      ({ text }) =>
        mentions(text, `${route.method} ${route.path}`) || mentions(text, route.sdkMethod),
    )
    .map(({ name }) => name);
}

function callRow(route: Route): string {
  const tests = testsOf(route).map((name) => `\`${name}\``);
  if (tests.length === 0) throw new Error(`No test names ${route.method} ${route.path}.`);
  const cells = [`\`${route.method} ${route.path}\``, `\`${route.sdkMethod}\``, tests.join(', ')];
  return `| ${cells.join(' | ')} |`;
}

/** Reads every call of the B2B API from the provider's newest browser SDK, as `METHOD /path`. */
function readSdkCalls(): string[] {
  const sources = readdirSync(SDK_CLIENTS).filter((name) => name.endsWith('.mjs'));
  const calls = sources.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, SDK_CLIENTS), 'utf8').matchAll(
        /url: (['`])\/?((?:b2b|idp)\/[^'`]+)\1[\s\S]*?method: '(\w+)'/g,
      ),
      ([, , path = '', method]) =>
        `${method} /${path.replace(/\?.*$/, '').replace(/\$\{(?:\w+\.)?(\w+)\}/g, ':$1')}`,
    ),
  );
  if (calls.length < 50) throw new Error('The SDK no longer lists its calls where they are read.');
  return [...new Set(calls)].sort();
}

function withoutParameterNames(call: string): string {
  return call.replace(/:\w+/g, ':');
}

/** Renders one row per family of calls that the SDK has and the emulator has not. */
function missingRows(): string[] {
  const implemented = new Set(
    sdkRoutes(EMULATOR_PUBLIC_TOKEN).map(({ method, path }) =>
      withoutParameterNames(`${method} ${path}`),
    ),
  );
  const families = new Map<string, string[]>();
  for (const call of readSdkCalls()) {
    if (implemented.has(withoutParameterNames(call))) continue;
    const family = /\/b2b\/\w+/.exec(call)?.[0] ?? call;
    families.set(family, [...(families.get(family) ?? []), `\`${call}\``]);
  }
  return [...families].map(([family, calls]) => `| \`${family}\` | ${calls.join(', ')} |`);
}

function controlRow(call: string): string {
  const meaning = CONTROL[call];
  if (meaning === undefined) throw new Error(`No description of the control call ${call}.`);
  const [method, path] = call.split(' ');
  return `| \`${method} /_emulator${path}\` | ${meaning} |`;
}

function protectedCalls(): string {
  const routes = sdkRoutes(EMULATOR_PUBLIC_TOKEN).filter(({ isProtected }) => isProtected);
  return routes.map(({ path }) => `\`${path}\``).join(', ');
}

function render(): string {
  const control = controlApi(createStore({ seed: 'docs', realNow: () => 0 })).routes;
  const controlCalls = [...new Set(control.map(({ method, path }) => `${method} ${path}`))];
  return `# The emulator

<!-- Generated by tools/docs/emulator-docs.ts. Change the routes, the tests or that script instead. -->

The provider's HTTP API on this machine. It runs inside \`npm start\`; \`npm run emulator -- --port N\`
starts it alone, for any other app of this provider. Tests start their own with
\`createEmulator({ port: 0, seed })\`. Accounts, codes and links are printed in the terminal;
\`/_emulator\` is the console.

## Calls of the SDK, under \`/sdk/v1\`

The emulator has these calls (requirement R20.1). Their responses are typed by the provider's newest browser SDK
and its backend SDK together (\`packages/stytch-emulator/api/http/response-types.ts\`). The last column names the test files under \`packages/stytch-emulator/tests/\`.

| Call | SDK method | Tests |
|---|---|---|
${sdkRoutes(EMULATOR_PUBLIC_TOKEN).map(callRow).join('\n')}

## Calls that the emulator has not

The newest browser SDK makes these calls too. The emulator answers \`route_not_found\`. It has nothing of the backend
API (\`/v1/b2b\`) but the keys that sign session JWTs, so that a backend can verify them.

| Family | Calls |
|---|---|
${missingRows().join('\n')}

Not emulated either: text messages (a member with a phone is told that a code was sent, and none is), device
fingerprints in responses (\`member_device\`) and verdicts about them, a captcha that follows such a verdict, locked
members, roles by SSO or SCIM, custom roles of an organization, the
extension of the caller's session by a further sign-in to its organization, and the pending member that a code or link
for one organization creates before it is used.
What the emulator returns but does not enforce: invitations, SSO and OAuth tenant provisioning, and connected apps of
an organization.

## Captcha and device fingerprinting

Turn them on in the console's settings or with \`PATCH /_emulator/project\`: \`captcha_settings\` with \`enabled\` and a
\`siteKey\`, \`dfp_protected_auth_enabled\` with \`dfp_protected_auth_mode\` (requirement R20.5, tests \`security-checks\`).

| Setting | What a protected call needs | Without it |
|---|---|---|
| captcha, also with fingerprinting in \`OBSERVATION\` | a \`captcha_token\`, once and within two minutes | 403 \`captcha_required\`; used, late or invented: 429 \`captcha_failed\` |
| fingerprinting in \`OBSERVATION\` | nothing | |
| fingerprinting in \`DECISIONING\` | a known \`dfp_telemetry_id\`, and no captcha | 400 \`ad_blocker_detected\` |

Protected calls: ${protectedCalls()}.

The scripts that give the values have fixed addresses in the SDK. Stand-ins for them, and for the addresses that they
ask, are under \`/_emulator/security-checks/\` and the real address without \`https://\`. A browser test routes the real
addresses there (\`tests/e2e/platform/security-checks.spec.ts\`); a browser without such a route loads the real scripts.

## Where the provider's documentation is silent

- Which error a missing or unknown telemetry id gives: the emulator answers the only type of the SDK that fits.

- Exchanging a session for an organization that one could join by e-mail domain: the emulator answers 403
  \`email_jit_provisioning_not_allowed\`.
- A step that adds a factor to an intermediate session does not prolong its ten minutes.
- Both redirect URLs of a sign-in to one organization are checked before it starts.

## Pages and keys

| Path | Content |
|---|---|
| \`/v1/b2b/public/oauth/google/discovery/start\` | the account chooser, for discovery |
| \`/v1/b2b/public/oauth/google/start\` | the account chooser, for one organization (\`organization_id\` or \`slug\`) |
| \`/v1/b2b/sessions/jwks/{project_id}\` | the public half of the test key that signs session JWTs |

## Control API

| Call | Effect |
|---|---|
${controlCalls.map(controlRow).join('\n')}

## Faults

A path is a glob: \`*\` matches within a segment, \`**\` and a single \`*\` match any path, and the prefix
\`/sdk/v1\` is optional. Without \`times\` a fault stays until it is removed.

| Kind | Response |
|---|---|
${FAULT_KINDS.map((kind) => `| \`${kind}\` | ${FAULTS[kind]} |`).join('\n')}
`;
}

const rendered = render();
if (process.argv.includes('--check')) {
  if (readFileSync(DOCUMENT, 'utf8') !== rendered) {
    process.stderr.write('docs/emulator.md is outdated: run "npm run docs".\n');
    process.exit(1);
  }
} else {
  writeFileSync(DOCUMENT, rendered);
}
