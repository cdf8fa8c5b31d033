import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';

/** The address of the emulator's console, to which only a build on the emulator leads. */
const EMULATOR_CONSOLE = '/_emulator';

/** Measures each stage of loading of the production build, and fails when one is over its budget (R19.3). */
function main(): void {
  if (!existsSync(`${DIST}/index.html`)) {
    throw new Error('There is no production build to measure: run "npm run build" first.');
  }
  const html = readFileSync(`${DIST}/index.html`, 'utf8');
  const [, script = ''] = /<script data-[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
  const files = readdirSync(`${DIST}/assets`);
  const read = (name: string) => readFileSync(`${DIST}/assets/${name}`, 'utf8');
  const chunk = (name: string) => {
    const found = files.find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
    if (found === undefined) throw new Error(`The build has no chunk ${name}.`);
    return read(found);
  };
  const card = ['rolldown-runtime', 'app', 'sdk', 'sign-in'].map(chunk);
  // All scripts of the chart page that are no one else's.
  const chart = files.filter((name) => /^chart.*\.js$/.test(name)).map(read);
  check('The document with its script and styles', [html], 9.8);
  check('JavaScript until Google works', [script], 4);
  check('JavaScript until the card is hydrated', [script, ...card], 150);
  check('The screens behind the login', [chunk('screens')], 13.8);
  check('The router and the member pages', [chunk('pages')], 52.2);
  check('The chart', chart, 35);
  const scripts = files.filter((name) => name.endsWith('.js'));
  if (scripts.some((name) => read(name).includes(EMULATOR_CONSOLE))) {
    throw new Error('The build contains a part of the emulator [R19.2]');
  }
  if (files.some((name) => name.endsWith('.map'))) {
    throw new Error('The build contains a source map [R19.7]');
  }
}

/** Compares the size with gzip -9 with the most that it may be, in kB. */
function check(name: string, sources: readonly string[], budget: number): void {
  const bytes = sources.reduce((sum, each) => sum + gzipSync(each, { level: 9 }).length, 0);
  const size = bytes / 1_000;
  const verdict = size <= budget ? 'within' : 'OVER';
  process.stdout.write(`${name}: ${size.toFixed(1)} kB gz, ${verdict} ${budget} kB\n`);
  if (size > budget) process.exitCode = 1;
}

main();
