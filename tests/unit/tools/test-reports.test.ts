import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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
    env: { ...process.env, PATH: folder, FIREFOX_PATH: undefined },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

const UNIT = { numPassedTests: 5, numFailedTests: 0 };
const stats = (expected: number, unexpected = 0) => ({ stats: { expected, unexpected, flaky: 0 } });

describe('the sum of the reports', () => {
  const summarize = () => run('tools/summarize-results.ts', '0');

  it('counts unit tests, browser tests and the journeys in other engines', () => {
    report('unit.json', UNIT);
    report('browser.json', stats(3));
    report('engines.json', stats(9, 1));
    expect(summarize()).toMatchObject({ stdout: '\n17 passed, 1 failed\n', status: 1 });
  });

  it('does not count a missing report of the engines as a failure, unlike any other', () => {
    report('unit.json', UNIT);
    report('browser.json', stats(3));
    expect(summarize()).toMatchObject({ stdout: '\n8 passed, 0 failed\n', status: 0 });
    rmSync(join(folder, 'reports/browser.json'));
    expect(summarize()).toMatchObject({ stdout: '\n5 passed, 1 failed\n', status: 1 });
  });
});

describe('the tests in other engines, on a machine without them', () => {
  it('pass as a smoke, with one sentence for each engine and without an old report', () => {
    report('engines.json', stats(9));
    const { stdout, status } = run('tools/browsers/test-engines.ts', '--smoke', '--no-build');
    expect(stdout).toMatch(/^Firefox cannot be had: .+\.\nWebKit cannot be had: .+\.\n$/);
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'reports/engines.json'))).toBe(false);
  });

  it('fail otherwise, and say what to install', () => {
    const { stderr, status } = run('tools/browsers/test-engines.ts');
    expect(stderr).toBe(
      'Firefox cannot be had: install firefox-esr (Debian) or set FIREFOX_PATH.\n',
    );
    expect(status).toBe(1);
  });
});
