import { existsSync, readFileSync } from 'node:fs';

/** Reads a test report; `null` when it is missing. */
function read(path: string) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/**
 * Prints the sum of the test reports. A missing report counts as a failure.
 *
 * @param failedSteps a step can fail without a failing test: types, lint, size, a build
 */
function main(failedSteps: number): void {
  const unit = read('reports/unit.json') ?? { numPassedTests: 0, numFailedTests: 1 };
  const browser = read('reports/browser.json')?.stats ?? { expected: 0, unexpected: 1, flaky: 0 };
  const passed = unit.numPassedTests + browser.expected;
  const failedTests = unit.numFailedTests + browser.unexpected + browser.flaky;
  const failed = Math.max(failedTests, failedSteps);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main(Number(process.argv[2] ?? 0));
