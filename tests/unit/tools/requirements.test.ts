import { expect, it } from 'vitest';
import {
  coverageOf,
  definedRequirements,
  renderCoverage,
  unknownMentions,
} from '#tools/check/requirements.ts';

/** Assembled from parts, because `npm run check` reads this file too and would report ids that do not exist. */
const [first, second, missing] = [`R${90}.1`, `R${90}.2`, `R${91}.7`];

const document = `# Requirements

## R${90} Doors

| Id | Requirement |
|---|---|
| ${first} | The door opens. |
| ${second} | The door closes. See ${first}. |
`;

it('defines the ids of the rows in their order, each once', () => {
  expect(definedRequirements(document)).toEqual([first, second]);
  expect(() => definedRequirements(`${document}| ${first} | Again. |\n`)).toThrow(first);
});

it.each([
  ['a test whose title ends with it', `it('opens and closes [${second}, ${first}]', () => {});`, 1],
  ['a row of the specification that ends with it', `| state | event | ${second}, ${first} |\n`, 1],
  ['a comment', `// [${first}]`, 0],
  ['a title without brackets', `it('opens ${first}', () => {});`, 0],
  ['the middle of a title', `it('[${first}] opens', () => {});`, 0],
  ['another cell of a row', `| ${first} | event | target | |\n`, 0],
])('finds the tests of an id: %s', (_, text, count) => {
  const coverage = coverageOf([first, second], [{ path: 'tests/a.test.ts', text }]);
  expect(coverage.get(first)).toHaveLength(count);
  expect(renderCoverage(coverage)).toContain(`| ${first} | ${coverage.get(first)} |\n`);
});

it('finds each mention of an id that is not defined', () => {
  const text = `/** Opens (${first}). */\n// See ${missing}.\n`;
  expect(unknownMentions([first], [{ path: 'src/door.ts', text }])).toEqual([
    `src/door.ts:2: ${missing} is not a requirement.`,
  ]);
});
