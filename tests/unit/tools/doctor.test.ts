import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { projectSettings } from '#emulator/store/seed/project.ts';
import { RESOURCES } from '#src/pages/resources.ts';
import { runDoctor } from '#tools/doctor/run-doctor.ts';

const SITE = 'http://localhost:5173';

let emulator: Emulator;
let control: EmulatorClient;

beforeAll(async () => {
  emulator = await createEmulator({ port: 0, seed: 'doctor', resources: RESOURCES });
  control = new EmulatorClient(emulator.origin);
});
beforeEach(() => control.reset());
afterAll(() => emulator.close());

/** Runs the doctor, and returns its lines and those of its checks that demand a change. */
async function doctor(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  timeout?: number,
) {
  const lines: string[] = [];
  const env = { VITE_STYTCH_PUBLIC_TOKEN: EMULATOR_PUBLIC_TOKEN, ...settings };
  const code = await runDoctor(args, env, (line) => lines.push(line), timeout);
  const output = lines.join('\n');
  const changes = [...output.matchAll(/^✗ ([\w-]+): (.*\n {4}→ .*)$/gm)].map(
    ([, check = '', text = '']) => ({ check, text }),
  );
  return { code, output, changes };
}

const site = () => ['--origin', SITE, '--emulator', emulator.origin];
const examineSite = (...more: string[]) => doctor([...site(), '--organization', 'acme', ...more]);

const seed = projectSettings('Emulated project', RESOURCES);
const policy = seed.rbac_policy ?? { resources: [], roles: [] };
const only = (path: string) => seed.redirect_urls.filter(({ url }) => url.endsWith(path));
const readers = policy.roles.filter(({ role_id }) => role_id === 'stytch_member');

/** Wrong settings, the check that must fail, and what it must say. */
const wrongSettings: readonly [Record<string, unknown>, string, RegExp][] = [
  [{ cname_domain: 'login.acme.example' }, 'domain', /VITE_STYTCH_DOMAIN=login.acme.example/],
  [{ vertical: 'CONSUMER' }, 'vertical', /is CONSUMER/],
  [
    { redirect_urls: only('/authenticate') },
    'discovery-redirect',
    /add .*\/discovery .* Discovery/,
  ],
  [{ redirect_urls: only('/discovery') }, 'authenticate-redirect', /add .* Login and Signup/],
  [{ pkce_required_for_oauth: false }, 'oauth-pkce', /not required.*Require PKCE/s],
  [{ captcha_settings: { enabled: true, siteKey: 'key' } }, 'captcha', /turn it off/],
  [{ dfp_protected_auth_enabled: true }, 'fingerprinting', /VITE_SECURITY_CHECKS=fingerprinting/],
  [{ rbac_policy: null }, 'access-policy', /No role permits on .*: read/],
  [
    { rbac_policy: { ...policy, roles: readers } },
    'access-policy',
    /No role permits on .*: (?:create, |read)/,
  ],
];

describe('the doctor, against the emulator [R19.6]', () => {
  it('finds nothing to change in the seeded project, whose access policy has every resource [R16.4]', async () => {
    const { code, output, changes } = await examineSite();
    expect(changes, output).toEqual([]);
    // What it cannot know.
    expect(output).toContain('HttpOnly');
    expect(code).toBe(0);
    expect(output).toContain(`✓ discovery-redirect: Google may lead to ${SITE}/discovery`);
    expect(output).toContain(`✓ authenticate-redirect: Google may lead to ${SITE}/authenticate`);
    expect(output).toMatch(/Not to be known without an account:\n\? /);
    const [request] = await control.requests({ all: true });
    expect(request?.headers).toMatchObject({ origin: SITE, referer: `${SITE}/`, parentHost: SITE });
  });

  it.each(wrongSettings)(
    'finds %j, and only that [R15.6, R15.8]',
    async (settings, check, text) => {
      await control.updateProject(settings);
      const { code, changes, output } = await examineSite();
      // The access policy is asked about each resource.
      const findings = check === 'access-policy' ? RESOURCES : [check];
      expect(changes, output).toEqual(
        findings.map(() => ({ check, text: expect.stringMatching(text) })),
      );
      expect(code).toBe(1);
    },
  );

  it('reads the settings of the build', async () => {
    await control.updateProject({ captcha_settings: { enabled: true, siteKey: 'key' } });
    const allowing = await doctor(site(), { VITE_SECURITY_CHECKS: 'captcha' });
    expect(allowing.output).toContain(
      '✓ captcha: It is on in the project, and allowed by this build.',
    );
    const elsewhere = await doctor(site(), { VITE_STYTCH_DOMAIN: 'login.acme.example' });
    expect(elsewhere.changes.map(({ check }) => check)).toContain('domain');
    const misspelt = await doctor(site(), { VITE_SECURITY_CHECKS: 'recaptcha' });
    expect(misspelt.output).toContain('VITE_SECURITY_CHECKS names an unknown check: recaptcha.');
  });

  it('says what it cannot know without an organization, and when there is none', async () => {
    const { code, output } = await doctor(site());
    expect(output).toContain('? without --organization: ');
    expect(code).toBe(0);
    const { changes } = await examineSite('--organization', 'no-such');
    expect(changes[0]?.text).toMatch(/Give the slug of an organization/);
  });

  it.each([
    ['', 2, /VITE_STYTCH_PUBLIC_TOKEN is not set/],
    ['secret-test-abc', 1, /✗ token: /],
    ['public-token-test-11111111-1111-4111-8111-111111111111', 1, /public_token_not_found/],
  ])('refuses the token %j', async (VITE_STYTCH_PUBLIC_TOKEN, code, text) => {
    const answer = await doctor(site(), { VITE_STYTCH_PUBLIC_TOKEN });
    expect(answer).toMatchObject({ code, output: expect.stringMatching(text) });
  });

  it.each([
    [{ kind: 'error', status: 400, errorType: 'bad_domain_for_stytch_sdk' }, /✗ authorized-domain/],
    [{ kind: 'html' }, /not the provider’s \(502\)/],
    [{ kind: 'drop' }, /could not be reached/],
    [{ kind: 'hang' }, /could not be reached \(TimeoutError/],
  ] as const)('explains %j', async (fault, text) => {
    await control.injectFault('/projects/bootstrap/**', fault);
    // A busy machine may take longer to answer than the doctor is told to wait for one that never does.
    const timeout = fault.kind === 'hang' ? 200 : undefined;
    const { code, output } = await doctor(site(), {}, timeout);
    expect(output).toMatch(text);
    expect(code).toBe(fault.kind === 'error' ? 1 : 2);
  });

  it.each([[[]], [['--origin', 'charter.example']], [['--unknown']]])(
    'explains its arguments when given %j',
    async (args) => {
      expect((await doctor(args)).output).toMatch(/^Usage: npm run doctor -- --origin/m);
    },
  );
});

it('the command reads the token as a build does [R19.6]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-doctor-'));
  writeFileSync(join(folder, '.env.local'), 'VITE_STYTCH_PUBLIC_TOKEN=of-the-file\n');
  const { VITE_STYTCH_PUBLIC_TOKEN: _, ...env } = process.env;
  const command = ['--import', import.meta.resolve('tsx'), resolve('tools/doctor/doctor.ts')];
  const run = () => execFileSync(process.execPath, [...command, '--origin', SITE], options);
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  expect(run).toThrow(expect.objectContaining({ stdout: expect.stringContaining('✗ token: ') }));
  rmSync(folder, { recursive: true });
});
