import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { projectSettings } from '#emulator/store/seed/project.ts';
import { runDoctor } from '#tools/doctor/run-doctor.ts';

const SITE = 'http://localhost:5173';

let emulator: Emulator;
let control: EmulatorClient;

beforeAll(async () => {
  emulator = await createEmulator({ port: 0, seed: 'doctor' });
  control = new EmulatorClient(emulator.origin);
});
beforeEach(() => control.reset());
afterAll(() => emulator.close());

interface Run {
  readonly code: number;
  readonly output: string;
  /** The checks with the mark of something to change, and the line below each. */
  readonly changes: readonly { check: string; text: string; remedy: string }[];
}

/** Runs the doctor in this process. */
async function doctor(
  args: readonly string[],
  token: string = EMULATOR_PUBLIC_TOKEN,
  settings: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const lines: string[] = [];
  const code = await runDoctor(args, { VITE_STYTCH_PUBLIC_TOKEN: token, ...settings }, (line) =>
    lines.push(line),
  );
  const output = lines.join('\n');
  const changes = [...output.matchAll(/^✗ ([\w-]+): (.*)\n {4}→ (.*)$/gm)].map(
    ([, check = '', text = '', remedy = '']) => ({ check, text, remedy }),
  );
  return { code, output, changes };
}

const examineSite = (...more: string[]) =>
  doctor(['--origin', SITE, '--organization', 'acme', '--emulator', emulator.origin, ...more]);

const seed = projectSettings('Emulated project');
const seedPolicy = seed.rbac_policy;
if (seedPolicy === null) throw new Error('The seed has no access policy.');
const only = (path: string) => seed.redirect_urls.filter(({ url }) => url.endsWith(path));

/** Each wrong setting, the check that must fail, and what its line must say. */
const wrongSettings: readonly [string, Record<string, unknown>, string, RegExp, RegExp][] = [
  [
    'another vertical',
    { vertical: 'CONSUMER' },
    'vertical',
    /CONSUMER, not B2B/,
    /create a project/,
  ],
  [
    'no redirect address for discovery',
    { redirect_urls: only('/authenticate') },
    'discovery-redirect',
    /no_match_for_provided_oauth_url/,
    /add http:\/\/localhost:5173\/discovery with the type Discovery/,
  ],
  [
    'no redirect address for login',
    { redirect_urls: only('/discovery') },
    'authenticate-redirect',
    /no_match_for_provided_oauth_url/,
    /add http:\/\/localhost:5173\/authenticate with the type Login and Signup/,
  ],
  [
    'OAuth without PKCE',
    { pkce_required_for_oauth: false },
    'oauth-pkce',
    /PKCE is not required/,
    /Require PKCE/,
  ],
  [
    'captcha',
    { captcha_settings: { enabled: true, siteKey: 'key' } },
    'captcha',
    /Content-Security-Policy/,
    /VITE_SECURITY_CHECKS=captcha .*turn captcha off/,
  ],
  [
    'fingerprinting that observes',
    { dfp_protected_auth_enabled: true },
    'fingerprinting',
    /OBSERVATION/,
    /VITE_SECURITY_CHECKS=fingerprinting .*Protected Auth off/,
  ],
  [
    'fingerprinting that decides',
    { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' },
    'fingerprinting',
    /DECISIONING/,
    /Protected Auth off/,
  ],
  [
    'no access policy',
    { rbac_policy: null },
    'access-policy',
    /no access policy/,
    /resource “policy”/,
  ],
  [
    'a policy without the resource',
    { rbac_policy: { ...seedPolicy, resources: [] } },
    'access-policy',
    /no resource “policy”/,
    /resource “policy”/,
  ],
  [
    'a resource without an action',
    {
      rbac_policy: {
        ...seedPolicy,
        resources: seedPolicy.resources.map((resource) => ({
          ...resource,
          actions: ['read', 'create', 'update'],
        })),
      },
    },
    'access-policy',
    /no action delete/,
    /read, create, update, delete/,
  ],
  [
    'roles that permit nothing',
    { rbac_policy: { ...seedPolicy, roles: [] } },
    'access-policy',
    /No role permits read/,
    /give them to roles/,
  ],
  [
    'a narrow slug rule',
    { slug_pattern: '^[0-9]+$' },
    'slugs',
    /“Acme Inc” cannot be created/,
    /lower-case letters/,
  ],
  [
    'closed creation',
    { create_organization_enabled: false },
    'create-organization',
    /cannot create/,
    /--accept create-organization/,
  ],
];

describe('the doctor, against the emulator [R19.6]', () => {
  it('finds nothing to change in the seeded project', async () => {
    const { code, output, changes } = await examineSite();
    expect(changes, output).toEqual([]);
    expect(code).toBe(0);
    expect(output).toMatch(/✓ known: .*“Emulated project”/);
    expect(output).toContain(`✓ discovery-redirect: Google may lead to ${SITE}/discovery`);
    expect(output).toContain(`✓ authenticate-redirect: Google may lead to ${SITE}/authenticate`);
    expect(output).toMatch(/Not to be known without an account:\n\? /);
    expect(output).toMatch(/Nothing to change\.$/m);
  });

  it.each(wrongSettings)('finds %s, and only that', async (_, settings, check, text, remedy) => {
    await control.updateProject(settings);
    const { code, changes, output } = await examineSite();
    expect(
      changes.map((change) => change.check),
      output,
    ).toEqual([check]);
    expect(changes[0]?.text).toMatch(text);
    expect(changes[0]?.remedy).toMatch(remedy);
    expect(code).toBe(1);
  });

  it('finds a site that the project does not allow', async () => {
    const fault = { kind: 'error', status: 400, errorType: 'bad_domain_for_stytch_sdk' } as const;
    await control.injectFault('/projects/bootstrap/**', fault);
    const { code, changes } = await examineSite();
    expect(changes.map(({ check }) => check)).toEqual(['authorized-domain']);
    expect(code).toBe(1);
  });

  it('sends the site, the token and the telemetry header as the SDK does', async () => {
    await examineSite();
    const [settings] = await control.requests({ all: true });
    expect(settings?.path).toBe(`/sdk/v1/projects/bootstrap/${EMULATOR_PUBLIC_TOKEN}`);
    expect(settings?.status).toBe(200);
    expect(settings?.headers).toMatchObject({
      origin: SITE,
      referer: `${SITE}/`,
      parentHost: SITE,
    });
  });

  it.each([
    ['One Tap', { google_one_tap_client_id: null }, /· one-tap: .*not set up/],
    [
      'a custom domain',
      { cname_domain: 'login.example.com' },
      /· custom-domain: .*login\.example\.com/,
    ],
    [
      'PKCE for links',
      { pkce_required_for_email_magic_links: true },
      /· link-pkce: PKCE is required/,
    ],
  ])('only notes %s', async (_, settings, line) => {
    await control.updateProject(settings);
    const { code, output } = await examineSite();
    expect(output).toMatch(line);
    expect(code).toBe(0);
  });

  it.each(['https://{{slug}}.example.com', 'https://example.com/{{slug}}', '^[a-z-]+$'])(
    'finds nothing wrong with the slug rule %s',
    async (slug_pattern) => {
      await control.updateProject({ slug_pattern });
      const { code, output } = await examineSite();
      expect(output).toContain(`✓ slugs: “Acme Inc” can be created (slugs: ${slug_pattern})`);
      expect(code).toBe(0);
    },
  );

  it('asks for the resource that the build names', async () => {
    const args = ['--origin', SITE, '--emulator', emulator.origin];
    const env = { VITE_POLICY_RESOURCE: 'document' };
    const { changes } = await doctor(args, EMULATOR_PUBLIC_TOKEN, env);
    expect(changes.map(({ text }) => text)).toEqual([
      'The access policy has no resource “document”.',
    ]);
  });

  it('finds nothing wrong with a security check that the build allows', async () => {
    await control.updateProject({
      captcha_settings: { enabled: true, siteKey: 'key' },
      dfp_protected_auth_enabled: true,
    });
    const args = ['--origin', SITE, '--organization', 'acme', '--emulator', emulator.origin];
    const withChecks = (VITE_SECURITY_CHECKS: string) =>
      doctor(args, EMULATOR_PUBLIC_TOKEN, { VITE_SECURITY_CHECKS });
    const both = await withChecks('captcha,fingerprinting');
    expect(both.changes).toEqual([]);
    expect(both.output).toContain('✓ captcha: Captcha is on, and this build allows it.');
    expect(both.output).toMatch(/✓ fingerprinting: .*\(OBSERVATION\); this build allows it/);
    const { changes } = await withChecks('captcha');
    expect(changes.map(({ check }) => check)).toEqual(['fingerprinting']);
  });

  it('says which security check the setting misspells', async () => {
    const env = { VITE_SECURITY_CHECKS: 'recaptcha' };
    const { code, output } = await doctor(['--origin', SITE], EMULATOR_PUBLIC_TOKEN, env);
    expect(output).toContain('VITE_SECURITY_CHECKS names an unknown check: recaptcha.');
    expect(code).toBe(2);
  });

  it('accepts what was accepted, and nothing else', async () => {
    await control.updateProject({ create_organization_enabled: false });
    expect((await examineSite('--accept', 'create-organization')).code).toBe(0);
    expect((await examineSite('--accept', 'slugs')).code).toBe(1);
  });

  it('says that it cannot know about an organization that it was not told', async () => {
    const { code, output } = await doctor(['--origin', SITE, '--emulator', emulator.origin]);
    expect(output).toMatch(/· authenticate-redirect: .*--organization/);
    expect(code).toBe(0);
  });

  it('says that an organization does not exist', async () => {
    const { changes } = await examineSite('--organization', 'no-such');
    expect(changes.map(({ check, text }) => `${check} ${text}`)).toEqual([
      expect.stringMatching(/^authenticate-redirect The organization was not found/),
    ]);
  });

  it.each([
    '',
    'public-token',
    'public-token-test-1',
    'secret-test-abc',
    'project-test-0e0e0e0e-5555-4666-8777-888888888888',
  ])('refuses %j as a token without asking anybody', async (token) => {
    await control.clearRequests();
    const args = ['--origin', SITE, '--emulator', emulator.origin];
    const { code, output } = await doctor(args, token);
    expect(code).toBe(token === '' ? 2 : 1);
    expect(output).toMatch(token === '' ? /VITE_STYTCH_PUBLIC_TOKEN is not set/ : /✗ token: /);
    expect(await control.requests({ all: true })).toEqual([]);
  });

  it('finds a token that the provider does not know', async () => {
    const token = 'public-token-test-11111111-1111-4111-8111-111111111111';
    const { code, changes } = await doctor(
      ['--origin', SITE, '--emulator', emulator.origin],
      token,
    );
    expect(changes.map(({ check }) => check)).toEqual(['known']);
    expect(changes[0]?.text).toContain('public_token_not_found');
    expect(code).toBe(1);
  });
});

describe('the doctor, without a provider [R19.6]', () => {
  it('says so when the network is dead', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
    const { code, output } = await doctor([
      '--origin',
      SITE,
      '--emulator',
      `http://127.0.0.1:${port}`,
    ]);
    expect(output).toMatch(
      /could not be asked: http:\/\/127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)/,
    );
    expect(code).toBe(2);
  });

  it('says so when there is no answer in time', async () => {
    await control.injectFault('/projects/bootstrap/**', { kind: 'hang' });
    const lines: string[] = [];
    const args = ['--origin', SITE, '--emulator', emulator.origin];
    const env = { VITE_STYTCH_PUBLIC_TOKEN: EMULATOR_PUBLIC_TOKEN };
    expect(await runDoctor(args, env, (line) => lines.push(line), 50)).toBe(2);
    expect(lines.join('\n')).toContain('did not answer within 0.05 seconds');
  });

  it('finds a start of Google that gives no answer', async () => {
    await control.injectFault('/v1/b2b/public/oauth/google/discovery/start', { kind: 'drop' });
    const { code, changes } = await examineSite();
    expect(changes.map(({ check }) => check)).toEqual(['discovery-redirect']);
    expect(code).toBe(1);
  });

  it.each([
    ['a proxy answers', { kind: 'html' }, /not the provider’s \(502\)/],
    ['the connection is cut', { kind: 'drop' }, /could not be reached/],
  ] as const)('says so when %s', async (_, fault, reason) => {
    await control.injectFault('/projects/bootstrap/**', fault);
    const { code, output } = await examineSite();
    expect(output).toMatch(reason);
    expect(code).toBe(2);
  });

  it.each([
    [[]],
    [['--origin', 'charter.example']],
    [['--origin', 'https://charter.example/path']],
    [['--unknown']],
  ])('explains its arguments when given %j', async (args) => {
    const { code, output } = await doctor(args);
    expect(output).toMatch(/^Usage: npm run doctor -- --origin/m);
    expect(code).toBe(2);
  });

  it('is a command that reads the token from the environment, as a build does', async () => {
    const env = { ...process.env, VITE_STYTCH_PUBLIC_TOKEN: 'of-the-environment' };
    const { code, output } = await run('npm', ['run', 'doctor', '--', '--origin', SITE], { env });
    expect(output).toContain('✗ token: ');
    expect(code).toBe(1);
  });

  it('is a command that reads the token from .env.local, as a build does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-doctor-'));
    writeFileSync(join(folder, '.env.local'), 'VITE_STYTCH_PUBLIC_TOKEN=of-the-file\n');
    const { VITE_STYTCH_PUBLIC_TOKEN: _, ...env } = process.env;
    const command = ['--import', import.meta.resolve('tsx'), resolve('tools/doctor/doctor.ts')];
    const options = { cwd: folder, env };
    const { code, output } = await run(process.execPath, [...command, '--origin', SITE], options);
    rmSync(folder, { recursive: true });
    expect(output).toContain('✗ token: ');
    expect(code).toBe(1);
  });
});

/** Runs a command without blocking this process, in which the emulator serves. */
function run(
  command: string,
  args: string[],
  options: SpawnOptions,
): Promise<Omit<Run, 'changes'>> {
  return new Promise((resolveRun, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'pipe' });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolveRun({ code: code ?? -1, output }));
  });
}
