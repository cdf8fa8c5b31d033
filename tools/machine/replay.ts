import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replayReport } from './replay-report.ts';

const USAGE = 'Usage: npm run replay -- report.json [--test]\n';

/** Prints a history that is consistent with a report, or a test of it with `--test`. */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { test: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { history, test, problem } = replayReport(readFileSync(path, 'utf8'));
  if (problem !== null) process.stderr.write(`${problem}\n`);
  if (history === null) return 1;
  process.stdout.write(values.test ? test : `${history}\n`);
  return 0;
}

process.exitCode = main();
