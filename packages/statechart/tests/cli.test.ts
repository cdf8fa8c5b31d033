import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { installPackage } from '../../tests/install-package.ts';

const PACKAGE = 'packages/statechart';
const FOLDER = installPackage(PACKAGE);

const MACHINE = `import { createMachine } from 'xstate';
import { KEY } from '@/key';
export const machine = createMachine({
  id: 'door',
  initial: 'locked',
  states: {
    locked: { on: { unlock: { guard: 'fits', target: 'closed' } } },
    closed: { description: 'as <!-- <script>', after: { 30000: 'locked' } },
  },
}).provide({ guards: { fits: ({ event }) => event.key === KEY } });
// What a module starts may never end.
setInterval(() => undefined, 60_000);
`;

beforeAll(() => {
  writeFileSync(`${FOLDER}/key.ts`, 'export const KEY = 7;');
  const compilerOptions = { paths: { '@/*': ['./*'] } };
  writeFileSync(`${FOLDER}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  writeFileSync(`${FOLDER}/door.machine.ts`, MACHINE);
  const readme = readFileSync(`${PACKAGE}/README.md`, 'utf8');
  const [, example = ''] = /```ts\n(\/\/ door\.chart\.ts[\s\S]+?)```/.exec(readme) ?? [];
  writeFileSync(`${FOLDER}/door.chart.ts`, example);
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

const COMMAND = 'node_modules/@charter/statechart/dist/cli.js';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: FOLDER,
    encoding: 'utf8',
    // A command that does not end would stop the tests.
    timeout: 120_000,
  });
  return { status, text: stdout + stderr };
}

test.each(['door.machine.ts', 'door.chart.ts'])(
  'writes %s as one document that needs no network',
  (module) => {
    expect(run(module, '--out', 'door.html')).toEqual({ status: 0, text: 'door.html\n' });
    const html = readFileSync(`${FOLDER}/door.html`, 'utf8');
    expect(html).toContain('closed | xstate.after.30000 | 0');
    expect(html).toContain('.sc-page');
    expect(html).not.toContain('<!--');
    expect(html.includes('the right key')).toBe(module === 'door.chart.ts');
    const [head] = html.split('<script type="module">');
    expect(head).not.toMatch(/(?:src|href)="(?!data:)/);
  },
  60_000,
);

test('serves the chart beside the server of the app, whose cache and documents it leaves alone', async () => {
  writeFileSync(`${FOLDER}/index.html`, '<script type="module" src="/missing.ts"></script>');
  const server = spawn(process.execPath, [COMMAND, 'door.machine.ts'], { cwd: FOLDER });
  onTestFinished(() => {
    server.kill();
  });
  let text = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (part) => {
      text += stripVTControlCharacters(String(part));
    });
  }
  await vi.waitFor(() => expect(text).toMatch(/http:/));
  await fetch(`${/http:\S+/.exec(text)}@id/virtual:statechart/main`);
  const hasCache = (name: string) => existsSync(`${FOLDER}/node_modules/${name}/deps/xstate.js`);
  await vi.waitFor(() =>
    expect([hasCache('.statechart'), hasCache('.vite')]).toEqual([true, false]),
  );
  expect(text).not.toMatch(/fail/i);
});

test('writes the drawing, Mermaid or the graph by what the file ends with, without a browser', () => {
  const written = (name: string) => {
    expect(run('door.machine.ts', '--out', name)).toEqual({ status: 0, text: `${name}\n` });
    return readFileSync(`${FOLDER}/${name}`, 'utf8');
  };
  const svg = written('door.svg');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain('unlock [fits] → closed</text>');
  expect(svg).not.toMatch(/var\(|undefined|NaN/);
  expect(written('door.mmd')).toMatch(/^stateDiagram-v2\n[\s\S]*: unlock \[fits\]/);
  const { states, transitions } = JSON.parse(written('door.json'));
  expect(states[0]).toMatchObject({ name: 'door', initial: 'locked' });
  expect(transitions[0]).toMatchObject({ id: 'locked | unlock | 0', guard: 'fits' });
}, 60_000);

test('has a plugin whose type names no version of Vite: the project may have an older one', () => {
  const types = `${FOLDER}/node_modules/@charter/statechart/dist/plugin/vite-plugin.d.ts`;
  expect(readFileSync(types, 'utf8')).not.toContain("from 'vite'");
});

test('says what differs between two modules, and draws it', () => {
  writeFileSync(
    `${FOLDER}/new.ts`,
    MACHINE.replace('=== KEY', '> KEY').replace("'closed' }", "'locked' }"),
  );
  expect(run('diff', 'door.machine.ts', 'new.ts', '--out', 'diff.svg')).toEqual({
    status: 0,
    text: '~ transition locked: unlock [fits] → locked (targets locked, was closed)\n~ code guard fits\n',
  });
  expect(readFileSync(`${FOLDER}/diff.svg`, 'utf8')).toMatch(/class="sc-event sc-changed"/);
  // Another import changes the numbers by which Vite names them.
  writeFileSync(`${FOLDER}/moved.ts`, `import './key.ts';\nimport 'node:fs';\n${MACHINE}`);
  const same = 'No state, transition or implementation differs.\n';
  expect(run('diff', 'door.machine.ts', 'moved.ts')).toEqual({ status: 0, text: same });
}, 60_000);

/** A module, or what is written instead of a command, and what the command says about it. */
const mistakes: Readonly<Record<string, readonly [string, RegExp]>> = {
  'no machine': ['export const one = 1;', /exports neither a machine nor `chart`\.$/],
  'two machines': [
    'export const [a, b] = [createMachine({}), createMachine({})];',
    /exports the machines a and b: say which/,
  ],
  'a machine of XState 4': [
    'export const old = { __xstatenode: true, options: {} };',
    /exports a machine of XState 4/,
  ],
  'a guard of XState 4': [
    "export const a = createMachine({ on: { go: { cond: 'may' } } });",
    /ignores the `cond` of \(root\) \| go \| 0/,
  ],
  'a browser': ['export const at = window.location;', /cannot be run in Node: window is not def/],
  'no initial state': [
    'export const a = createMachine({ states: { b: {} } });',
    /No initial state/,
  ],
  'an unknown target': ["export const a = createMachine({ on: { go: '.b' } });", /'b' does not/],
  'something that fails later': [
    "queueMicrotask(() => { throw new Error('no page'); });",
    /^What the module started has failed: no page$/,
  ],
  'no syntax': ['export const = 1;', /Unexpected token.* at other\.ts:2:\d+$/],
};

test.each(Object.entries(mistakes))(
  'says in one sentence that a module has %s',
  (_, [code, said]) => {
    writeFileSync(`${FOLDER}/other.ts`, `import { createMachine } from 'xstate';\n${code}\n`);
    const { status, text } = run('other.ts');
    expect(status).toBe(1);
    expect(text.trimEnd()).toMatch(said);
    expect(text.trimEnd().split('\n')).toHaveLength(1);
  },
);

test.each([
  ['There is no file nowhere.ts.', 'nowhere.ts'],
  ['Only diff takes more than one module.', 'door.machine.ts', 'b.ts'],
  ["Unknown option '--format'.", 'door.machine.ts', '--format', 'svg'],
  [
    '--out takes a file that ends with .html, .svg, .mmd, .json.',
    'door.machine.ts',
    '--out',
    'a.png',
  ],
])('says "%s"', (said, ...words) => {
  expect(run(...words)).toEqual({ status: 1, text: `${said}\n` });
});
