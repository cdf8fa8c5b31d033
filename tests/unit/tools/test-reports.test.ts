import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-reports-'));
  mkdirSync(join(folder, 'reports'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(name: string, content: object): void {
  writeFileSync(join(folder, 'reports', name), JSON.stringify(content));
}

/** Runs a tool in the folder, without any program on its path. */
function run(tool: string, ...args: string[]) {
  const tsx = resolve('node_modules/tsx/dist/cli.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsx, resolve(tool), ...args], {
    cwd: folder,
    env: { ...process.env, PATH: folder, CHROMIUM_PATH: undefined },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

it.each([
  ['the sum of unit and browser tests', true, '8 passed, 1 failed'],
  ['a missing report as a failure', false, '5 passed, 1 failed'],
])('counts %s', (_, hasBrowser, line) => {
  report('unit.json', { numPassedTests: 5, numFailedTests: 0 });
  if (hasBrowser) report('browser.json', { stats: { expected: 3, unexpected: 1, flaky: 0 } });
  const { stdout, status } = run('tools/summarize-results.ts', '0');
  expect({ stdout, status }).toEqual({ stdout: `\n${line}\n`, status: 1 });
});

it('the browser tests say in one sentence what to install', () => {
  for (const tool of ['tools/browsers/install.ts', 'tools/test-browser.ts']) {
    const { stderr, status } = run(tool);
    expect(stderr).toMatch(
      /^The browser tests need chromium: run "apt-get install chromium" .+\.\n$/,
    );
    expect(status).toBe(1);
  }
});
