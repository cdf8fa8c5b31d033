import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage } from '../../tests/install-package.ts';

const PACKAGE = 'packages/statechart';
const FOLDER = installPackage(PACKAGE);

const MACHINE = `import { createMachine } from 'xstate';
export const machine = createMachine({
  id: 'door',
  initial: 'locked',
  states: {
    locked: { on: { unlock: { guard: 'fits', target: 'closed' } } },
    closed: { after: { 30000: 'locked' } },
  },
}).provide({ guards: { fits: ({ event }) => event.key === 7 } });
`;

beforeAll(() => {
  writeFileSync(`${FOLDER}/door.machine.ts`, MACHINE);
  const readme = readFileSync(`${PACKAGE}/README.md`, 'utf8');
  const [, example = ''] = /```ts\n(\/\/ door\.chart\.ts[\s\S]+?)```/.exec(readme) ?? [];
  writeFileSync(`${FOLDER}/door.chart.ts`, example);
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@charter/statechart/dist/cli.js', ...words],
    { cwd: FOLDER, encoding: 'utf8' },
  );
  return { status, text: stdout + stderr };
}

test.each(['door.machine.ts', 'door.chart.ts'])(
  'writes %s as one document that needs no network',
  (module) => {
    expect(run(module, '--out', 'door.html')).toEqual({ status: 0, text: 'door.html\n' });
    const html = readFileSync(`${FOLDER}/door.html`, 'utf8');
    expect(html).toContain('closed | xstate.after.30000 | 0');
    expect(html).toContain('.sc-page');
    expect(html.includes('the right key')).toBe(module === 'door.chart.ts');
    const [head] = html.split('<script type="module">');
    expect(head).not.toMatch(/(?:src|href)="(?!data:)/);
  },
  60_000,
);

test('says what is wrong with a module that is missing, or that exports no machine', () => {
  expect(run('nowhere.ts')).toEqual({ status: 1, text: 'There is no file nowhere.ts.\n' });
  writeFileSync(`${FOLDER}/other.ts`, 'export const one = 1;\n');
  const { status, text } = run('other.ts', '--out', 'other.html');
  expect(status).toBe(1);
  expect(text).toContain('exports neither a machine nor `chart`');
}, 60_000);
