import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildConfig, machine } from '#chart/chart.config.ts';
import { readCoverage } from '#chart/layout/chart-data.ts';
import { type MachineGraph, machineGraph } from '#statechart/explore/machine-graph.ts';
import { machineDiff } from './machine-diff.ts';

/** Below `node_modules`, so that the files of another revision find the packages of this one. */
const FOLDER = resolve('node_modules/.cache/machine-diff');
const MACHINE = 'machines/auth/unprovided-machine.ts';

/** Prints the difference between the machine of a git revision and the one in the working tree as Markdown. */
async function main(): Promise<void> {
  const [revision = 'HEAD'] = process.argv.slice(2);
  const before = await machineAt(revision);
  const after = machineGraph(machine);
  const [coverage] = buildConfig.coverageReports
    .map(readCoverage)
    .filter((report) => report?.machine === after.fingerprint);
  process.stdout.write(`${machineDiff(before, after, coverage?.hits ?? {})}\n`);
}

/** The machine of a revision, from its own files with the installed packages. */
async function machineAt(revision: string): Promise<MachineGraph> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', revision, 'machines', 'package.json'], {
      maxBuffer: 2 ** 28,
    });
    execFileSync('tar', ['-x', '-C', FOLDER], { input: archive });
    const path = join(FOLDER, MACHINE);
    if (!existsSync(path)) throw new Error(`The revision ${revision} has no ${MACHINE}.`);
    const { authMachine } = await import(pathToFileURL(path).href);
    return machineGraph(authMachine);
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

await main();
