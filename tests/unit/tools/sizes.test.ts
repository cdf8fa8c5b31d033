import { expect, it } from 'vitest';
import { measureSizes } from '#tools/check/sizes.ts';

const file = (path: string, lines: number) => ({ path, text: 'a line\n'.repeat(lines) });
const files = [
  file('src/doors/door.ts', 5),
  file('src/doors/door.css', 1),
  file('src/doors/README.md', 2),
  file('tests/unit/door.test.ts', 3),
  file('src/features/of-an-adopter.ts', 1_000),
];
const budget = { paths: ['src/doors/', 'tests/unit/door'], code: 6, tests: 3, words: 4 };

it('keeps each area within its budget, and counts nothing that no area lists', () => {
  expect(measureSizes(files, { doors: budget }).problems).toEqual([]);
});

it.each(['code', 'tests', 'words'] as const)('fails for too much of %s', (count) => {
  const { problems } = measureSizes(files, { doors: { ...budget, [count]: budget[count] - 1 } });
  expect(problems).toEqual([expect.stringContaining(`${budget[count]} of ${count}, over`)]);
});

it('fails for a path that does not exist', () => {
  const { problems } = measureSizes(files, {
    doors: { ...budget, paths: [...budget.paths, 'no/'] },
  });
  expect(problems).toEqual(['The budgets name no/, which does not exist.']);
});
