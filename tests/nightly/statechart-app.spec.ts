import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { installPackage } from '../../packages/tests/install-package.ts';

const PACKAGE = 'packages/statechart';
const readme = readFileSync(`${PACKAGE}/README.md`, 'utf8');

/** The example of the README that begins with a text. */
function example(beginning: string): string {
  const found = [...readme.matchAll(/```tsx?\n([\s\S]+?)```/g)].map(([, code = '']) => code);
  const code = found.find((each) => each.startsWith(beginning));
  if (code === undefined) throw new Error(`The README has no example "${beginning}".`);
  return code;
}

let folder = '';
let server: ViteDevServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = installPackage(PACKAGE);
  mkdirSync(`${folder}/node_modules/@vitejs`);
  symlinkSync(
    resolve('node_modules/@vitejs/plugin-react'),
    `${folder}/node_modules/@vitejs/plugin-react`,
  );
  mkdirSync(`${folder}/src`);
  const files = {
    'package.json': '{ "type": "module" }',
    'vite.config.ts': example('// vite.config.ts'),
    'index.html':
      '<!doctype html><html lang="en"><script type="module" src="/src/main.tsx"></script>',
    'src/door.machine.ts': `import { createMachine } from 'xstate';
export const machine = createMachine({ initial: 'locked', states: { locked: { on: { unlock: 'closed' } }, closed: {} } });`,
    'src/chart-page.tsx': `import { DEFAULT_FEED } from '@charter/statechart/feed';
${example('import { StatechartPage }').replace('chart={chart}', 'chart={chart} live={DEFAULT_FEED}')}`,
    'src/main.tsx': `import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { ChartPage } from './chart-page';
import { machine } from './door.machine';
${example('import { chartFeed }')}
actor.start();
actor.send({ type: 'unlock' });
createRoot(document.body).render(<ChartPage />);`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
  server = await createServer({ root: folder, logLevel: 'silent', server: { port: 0 } });
  await server.listen();
});

test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("an app that follows the chart's README has its machine live, and simulates it", async ({
  page,
}) => {
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await expect(page.getByTestId('live-log')).toContainText('unlock', { timeout: 60_000 });
  await expect(page.getByTestId('live-state')).toContainText('closed');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('locked');
});
