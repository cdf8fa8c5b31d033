import { describe, expect, it } from 'vitest';
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

const test = (title: string) => `it('${title}', () => {});`;

describe('definedRequirements', () => {
  it('returns the ids of the rows in their order', () => {
    expect(definedRequirements(document)).toEqual([first, second]);
  });

  it('throws when an id is defined twice', () => {
    expect(() => definedRequirements(`${document}| ${first} | Again. |\n`)).toThrow(first);
  });
});

describe('coverageOf', () => {
  const ids = [first, second];

  it('returns the sorted paths of the tests whose titles end with the id', () => {
    const coverage = coverageOf(ids, [
      { path: 'tests/b.test.ts', text: test(`opens [${first}]`) },
      { path: 'tests/a.test.ts', text: test(`opens and closes [${first}, ${second}]`) },
    ]);
    expect(coverage.get(first)).toEqual(['tests/a.test.ts', 'tests/b.test.ts']);
    expect(coverage.get(second)).toEqual(['tests/a.test.ts']);
  });

  it('returns a row of the specification that names the id in its last cell', () => {
    const text = `| state | event | target | ${first}, ${second} |\n| ${first} | event | target | |\n`;
    const coverage = coverageOf(ids, [{ path: 'tests/model/specification/doors.md', text }]);
    expect([...coverage.values()].flat()).toHaveLength(2);
  });

  it.each([
    ['in a comment', `// [${first}]`],
    ['without brackets', test(`opens ${first}`)],
    ['in the middle of a title', test(`[${first}] opens`)],
  ])('returns no path for an id %s', (_, text) => {
    expect(coverageOf(ids, [{ path: 'tests/a.test.ts', text }]).get(first)).toEqual([]);
  });
});

describe('unknownMentions', () => {
  it('returns path, line and id of a mention that is not defined', () => {
    const text = `/** Opens (${first}). */\n// See ${missing}.\n`;
    expect(unknownMentions([first], [{ path: 'src/door.ts', text }])).toEqual([
      `src/door.ts:2: ${missing} is not a requirement.`,
    ]);
  });
});

it('renders the tests of each requirement as a table', () => {
  const coverage = new Map([
    [first, ['tests/unit/door.test.ts']],
    [second, []],
  ]);
  const rendered = renderCoverage(coverage);
  expect(rendered).toContain(`| ${first} | tests/unit/door.test.ts |\n| ${second} |  |\n`);
});
