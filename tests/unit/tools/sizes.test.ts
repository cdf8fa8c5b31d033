import { expect, it } from 'vitest';
import { measureSizes } from '#tools/check/sizes.ts';

const file = (path: string, lines: number) => ({ path, text: 'a line\n'.repeat(lines) });
const files = [
  file('src/doors/door.ts', 5),
  file('src/route-tree.gen.ts', 100),
  file('src/window.tsx', 2),
  file('tests/unit/door.test.ts', 3),
  file('packages/locks/tests/lock.ts', 4),
  file('README.md', 6),
];
const budgets = {
  code: 7,
  tests: 7,
  words: 12,
  scripts: 2,
  areas: {
    doors: { paths: ['src/doors/', 'tests/unit/door'], code: 9, tests: 9 },
    rest: { paths: [''], code: 1, tests: 1 },
  },
};

it('prints the lines of each area beside its target, each file once and nothing generated', () => {
  const { lines, problems } = measureSizes(files, 2, budgets);
  const cells = lines.slice(1, 4).map((line) => line.trim().split(/\s+/));
  expect(cells).toEqual([
    ['doors', '5', '9', '3', '9'],
    ['rest', '2', '1', '4', '1'],
    ['all', '7', '7', '7', '7'],
  ]);
  expect(problems).toEqual([]);
});

it.each([
  ['code', file('src/a.ts', 1), 2],
  ['tests', file('tests/a.ts', 1), 2],
  ['words', file('docs/a.md', 1), 2],
  ['scripts', file('src/a.txt', 1), 3],
])('fails when there is more %s than the budget', (name, more, scripts) => {
  const { problems } = measureSizes([...files, more], scripts, budgets);
  expect(problems).toEqual([expect.stringMatching(`^${name}: `)]);
});
