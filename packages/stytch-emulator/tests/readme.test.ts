import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { providerRoutes } from '../api/provider-routes.ts';

const README = new URL('../README.md', import.meta.url);

/** The table of the operations, by their addresses. */
function coverageTable(): string {
  const rows = providerRoutes.map(({ browser, backend }) => {
    const cell = (address: string | null) => (address === null ? '' : `\`${address}\``);
    return `| ${cell(browser)} | ${browser === backend ? 'same' : cell(backend)} |`;
  });
  return ['| Under /sdk/v1 | Under /v1 |', '|---|---|', ...rows].join('\n');
}

// `vitest --update` writes the table anew.
test('the table of the README has the operations that are answered', async () => {
  const text = readFileSync(README, 'utf8');
  const table = /\| Under \/sdk\/v1 [\s\S]*?(?=\n\n)/;
  expect(text).toMatch(table);
  await expect(text.replace(table, coverageTable())).toMatchFileSnapshot(README.pathname);
});
