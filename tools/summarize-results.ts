import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

const UnitReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const BrowserReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Prints the sum of the test reports. A missing report counts as a failure. */
function main(failedSteps: number): void {
  const unit = read('reports/unit.json', UnitReport, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
  const browser = read('reports/browser.json', BrowserReport, playwrightCounts);
  const passed = unit.passed + browser.passed;
  // A step can fail without a failing test: types, lint, size, a build.
  const failed = Math.max(unit.failed + browser.failed, failedSteps);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function playwrightCounts({ stats }: v.InferOutput<typeof BrowserReport>): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

function read<Report>(
  path: string,
  schema: v.GenericSchema<unknown, Report>,
  count: (report: Report) => Counts,
): Counts {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const report = v.safeParse(schema, JSON.parse(readFileSync(path, 'utf8')));
  return report.success ? count(report.output) : { passed: 0, failed: 1 };
}

main(Number(process.argv[2] ?? 0));
