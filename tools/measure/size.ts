import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';

/** The stages of loading: their chunks, and the most that they may weigh in kB with gzip -9. */
const STAGES: readonly (readonly [name: string, chunks: readonly string[], budget: number])[] = [
  ['JavaScript until Google works', ['document'], 4],
  [
    'JavaScript until the card is hydrated',
    ['document', 'rolldown-runtime', 'app', 'sdk', 'sign-in'],
    150,
  ],
  ['The screens behind the login', ['screens'], 13.8],
  ['The router and the member pages', ['pages'], 52.2],
];

/** The address of the emulator's console, to which only a build on the emulator leads. */
const EMULATOR_CONSOLE = '/_emulator';

const read = (path: string) => readFileSync(join(DIST, path), 'utf8');

/** Measures each stage of loading of the production build, and fails when one is over its budget. */
function main(): void {
  if (!existsSync(join(DIST, 'index.html'))) {
    throw new Error('There is no production build to measure: run "npm run build" first.');
  }
  const html = read('index.html');
  check('The document with its script and styles [R19.3]', [html], 9.8);
  const [, script = ''] = /<script data-[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
  for (const [name, chunks, budget] of STAGES) {
    const sources = chunks.map((chunk) =>
      chunk === 'document' ? script : read(fileOf(chunk, html)),
    );
    check(name, sources, budget);
  }
  const files = readdirSync(join(DIST, 'assets'));
  const scripts = files.filter((name) => name.endsWith('.js'));
  const sourcesOf = (names: readonly string[]) => names.map((name) => read(join('assets', name)));
  // All scripts of the chart page that are no one else's.
  check('The chart', sourcesOf(scripts.filter((name) => name.startsWith('chart'))), 35);
  if (sourcesOf(scripts).some((source) => source.includes(EMULATOR_CONSOLE))) {
    throw new Error('The build contains a part of the emulator [R19.2]');
  }
  if (files.some((name) => name.endsWith('.map'))) {
    throw new Error('The build contains a source map [R19.7]');
  }
}

/** The file of a chunk: one that the document names, or one that those import. */
function fileOf(chunk: string, html: string): string {
  const pattern = new RegExp(`(?:assets|\\.)/${chunk}-[\\w-]{8}\\.js`);
  const named = [...html.matchAll(/assets\/[^\s"]+\.js/g)].map(([path]) => read(path));
  const found = [html, ...named].map((text) => pattern.exec(text)?.[0]).find(Boolean);
  if (found === undefined) throw new Error(`The build has no chunk ${chunk}.`);
  return join('assets', basename(found));
}

function check(name: string, sources: readonly string[], budget: number): void {
  const sizes = sources.map((source) => gzipSync(source, { level: 9 }).length / 1_000);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const verdict = size <= budget ? 'within' : 'OVER';
  process.stdout.write(`${name}: ${size.toFixed(1)} kB gz, ${verdict} ${budget} kB\n`);
  if (size > budget) process.exitCode = 1;
}

main();
