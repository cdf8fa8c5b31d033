import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';
const KB = 1_000;

interface Stage {
  readonly name: string;
  /** Names of chunks; `document` is the script in the document. */
  readonly chunks: readonly string[];
  /** The most that the chunks may weigh in kB, gzip -9. */
  readonly budget: number;
  /** What they shall weigh, where that is not reached yet. */
  readonly target?: number;
}

const STAGES: readonly Stage[] = [
  {
    name: 'JavaScript that leads to Google',
    chunks: ['document', 'core', 'sdk'],
    budget: 70,
  },
  {
    name: 'JavaScript until the card is hydrated',
    chunks: ['document', 'core', 'sdk', 'rolldown-runtime', 'react', 'sign-in'],
    budget: 145,
  },
  { name: 'The calls after Google', chunks: ['actors', 'valibot'], budget: 11.6 },
  { name: 'The list of organizations', chunks: ['selection'], budget: 6, target: 5 },
  { name: 'The router and the member pages', chunks: ['pages', 'member'], budget: 39 },
  { name: 'The dialogs of the policies', chunks: ['policy-dialogs'], budget: 3 },
  { name: 'The screens of few sign-ins', chunks: ['late-screens'], budget: 5 },
  { name: 'The details of a request id', chunks: ['request-id'], budget: 1 },
  { name: 'The second factor', chunks: ['second-factor'], budget: 3 },
];

/** The largest document. */
const DOCUMENT_BUDGET = 10;

/** All scripts of the chart page that are no one else's. */
const CHART_BUDGET = 60;

/**
 * Measures each stage of loading of the production build, and fails when one is over its budget. Size Limit does not
 * fit: its current version needs Node 22.19, and no version follows the imports of hashed chunks.
 */
function main(): void {
  if (!existsSync(join(DIST, 'index.html'))) {
    process.stderr.write('There is no production build to measure: run "npm run build" first.\n');
    process.exitCode = 1;
    return;
  }
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const files = [...html.matchAll(/\/?(assets\/[^\s"]+)/g)].map(([, path = '']) => path);
  check('The document with its script and styles', [html], DOCUMENT_BUDGET);
  for (const { name, chunks, budget, target } of STAGES) {
    const [, script = ''] = /<script data-[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
    const sources = chunks.map((chunk) =>
      chunk === 'document' ? script : read(fileOf(chunk, files)),
    );
    check(name, sources, budget, target);
  }
  const chart = readdirSync(join(DIST, 'assets')).filter((name) => /^chart.*\.js$/.test(name));
  check(
    'The chart',
    chart.map((name) => read(join('assets', name))),
    CHART_BUDGET,
  );
}

/** The file of a chunk: one that the document names, or one that those import. */
function fileOf(chunk: string, files: readonly string[]): string {
  const pattern = new RegExp(`(?:assets|\\.)/${chunk}-[\\w-]{8}\\.js`);
  const sources = files.filter((path) => path.endsWith('.js')).map(read);
  const found =
    files.find((path) => pattern.test(path)) ??
    sources.map((source) => pattern.exec(source)?.[0]).find((path) => path !== undefined);
  if (found === undefined) throw new Error(`The build has no chunk ${chunk}.`);
  return join('assets', basename(found));
}

const read = (path: string) => readFileSync(join(DIST, path), 'utf8');

function check(name: string, sources: readonly string[], budget: number, target = budget): void {
  const sizes = sources.map((source) => gzipSync(source, { level: 9 }).length);
  const size = sizes.reduce((sum, each) => sum + each, 0) / KB;
  const aim = size > target ? `, misses its target of ${target} kB` : '';
  const verdict = size <= budget ? 'within' : 'OVER';
  process.stdout.write(`${name}: ${size.toFixed(1)} kB gz, ${verdict} ${budget} kB${aim}\n`);
  if (size > budget) process.exitCode = 1;
}

main();
