import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { installPackage } from '../../tests/install-package.ts';
import { EMULATOR_PROJECT_ID } from '../emulated-project.ts';
import { bin, exports, name } from '../package.json';

const folder = installPackage('packages/stytch-emulator');
const command = join('node_modules', name, bin['stytch-emulator']);
afterAll(() => rmSync(folder, { recursive: true }));

it('the packed command serves the API, the console and a script for each security check [R20.5]', async () => {
  const child = spawn(process.execPath, [command, '--port', '0'], { cwd: folder });
  try {
    const [banner] = await once(child.stdout, 'data');
    const [, origin] = /console and inbox\s+(\S+)\/_emulator/.exec(String(banner)) ?? [];
    for (const path of [
      `/v1/b2b/sessions/jwks/${EMULATOR_PROJECT_ID}`,
      '/_emulator/assets/pages.css',
      '/_emulator/assets/console.js',
      '/_emulator/security-checks/www.google.com/recaptcha/enterprise.js',
      '/_emulator/security-checks/www.gstatic.com/recaptcha/releases/emulator/recaptcha__en.js',
      '/_emulator/security-checks/elements.stytch.com/telemetry.js',
    ]) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(200);
    }
  } finally {
    child.kill();
  }
  // In a container, where it is the first process, a signal without a listener has no effect.
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('the packed command says which option is wrong', async () => {
  const started = promisify(execFile)(process.execPath, [command, '--help'], { cwd: folder });
  const stderr = expect.stringMatching(/^stytch-emulator: Unknown option '--help'/);
  await expect(started).rejects.toMatchObject({ stderr });
});

it('the packed command starts with https, and the line for Node connects as printed', async () => {
  const words = [command, '--port', '0', '--https', '--allow-origin', 'http://stytch:4010'];
  const child = spawn(process.execPath, words, { cwd: folder });
  try {
    const banner = String((await once(child.stdout, 'data'))[0]);
    expect(banner).toContain('allowed origin         http://stytch:4010');
    const [, certificate] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(banner) ?? [];
    const [line] = /new B2BClient\(.*\)/.exec(banner) ?? [];
    const code = `const { B2BClient } = require('stytch');
      ${line}.organizations.get({ organization_id: 'acme' }).then(({ organization }) => console.log(organization.organization_name));`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
    const { stdout } = await promisify(execFile)(process.execPath, ['--eval', code], { env });
    expect(stdout.trim()).toBe('Acme');
  } finally {
    child.kill();
  }
});

it('an app imports every export of the package', () => {
  const paths = Object.keys(exports).map((path) => `import '${path.replace('.', name)}';`);
  const words = ['--input-type=module', '--eval', paths.join('')];
  expect(() => execFileSync(process.execPath, words, { cwd: folder })).not.toThrow();
});
