import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumVersion, ensureChromium } from '../chromium.ts';
import { measureCharterAlone } from './charter/charter-alone.ts';
import { reportHerd } from './herd.ts';
import { ratioTable, replaceSection, type SignInRow, targetTable, valueTable } from './report.ts';
import { measureSignIn, type ServedSite } from './sign-in/sign-in.ts';
import { API_DELAY, serveSite } from './site-server.ts';
import {
  buildSite,
  CHARTER,
  folderOf,
  isInstalled,
  PEERS,
  PEERS_FOLDER,
  type Site,
  titleOf,
} from './sites.ts';

const DOCUMENT = 'docs/performance.md';

/** The screens ask for the addresses of their providers; no request leaves this machine. */
const ONLY_THIS_MACHINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost';

/**
 * Builds Charter and the prebuilt sign-in screens of its peers, measures them beside each other, prints the result
 * and writes it into `docs/performance.md`. Never fails because of a time.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '9' },
      /** `sign-in`, `charter` or `herd`: only this part. */
      only: { type: 'string' },
      'skip-build': { type: 'boolean', default: false },
      'skip-write': { type: 'boolean', default: false },
    },
  });
  install();
  const sites = [CHARTER, ...PEERS.filter(canMeasure)];
  if (!values['skip-build']) for (const site of sites) await buildSite(site);

  const executablePath = ensureChromium();
  const rounds = Number(values.rounds);
  const version = chromiumVersion(executablePath).replace(/ built on.*/, '');
  const conditions = `${new Date().toISOString().slice(0, 10)}, ${version}, ${cpus().length} cores`;
  const report = (section: string, content: string) => {
    process.stdout.write(`${content}\n\n`);
    if (values['skip-write']) return;
    writeFileSync(DOCUMENT, replaceSection(readFileSync(DOCUMENT, 'utf8'), section, content));
  };
  const wants = (part: string) => values.only === undefined || values.only === part;

  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ONLY_THIS_MACHINE],
  });
  const served: ServedSite[] = [];
  try {
    for (const site of sites) {
      served.push({ site, server: await serveSite(site, folderOf(site), { delay: API_DELAY }) });
    }
    if (wants('sign-in')) {
      const tables = await compareSignIn(browser, served, rounds);
      report('sign-in screens', `${conditions}, medians of ${rounds} rounds.\n\n${tables}`);
    }
    const [charter] = served;
    if (wants('charter') && charter !== undefined) {
      const few = Math.min(rounds, 5);
      const alone = await measureCharterAlone(browser, charter.server, few);
      report('Charter alone', `${conditions}, medians of ${few} rounds.\n\n${alone}`);
    }
  } finally {
    await browser.close();
    for (const { server } of served) server.close();
  }
  if (wants('herd')) report('a million browsers', reportHerd());
}

/** Installs the packages of the peers, unless those of their lock file are there. */
function install(): void {
  const changedAt = (file: string) =>
    statSync(join(PEERS_FOLDER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return;
  const command = ['ci', '--ignore-scripts', '--loglevel=error'];
  spawnSync('npm', command, { cwd: PEERS_FOLDER, stdio: 'inherit' });
}

function canMeasure(site: Site): boolean {
  if (isInstalled(site)) return true;
  process.stdout.write(`${site.name} could not be installed here and is not measured.\n`);
  return false;
}

async function compareSignIn(
  browser: Browser,
  served: readonly ServedSite[],
  rounds: number,
): Promise<string> {
  const values = await measureSignIn(browser, served, rounds, (round) =>
    process.stderr.write(`round ${round} of ${rounds}\n`),
  );
  const rows = served.flatMap(({ site }, index): SignInRow[] => {
    const measured = values[index];
    return measured === undefined ? [] : [{ name: titleOf(site), values: measured }];
  });
  const [charter, ...peers] = rows;
  if (charter === undefined || peers.length === 0) throw new Error('There is nothing to compare.');
  return [ratioTable(rows, peers), targetTable(charter.values, peers), valueTable(rows)].join(
    '\n\n',
  );
}

await main();
