import { describe, expect, it } from 'vitest';
import {
  growth,
  ratioTable,
  replaceSection,
  type SignInRow,
  targetTable,
  valueTable,
} from '#tools/bench/report.ts';
import { median } from '#tools/bench/statistics.ts';

const values = {
  scriptsToGoogle: 70,
  scriptsToGoogleBrotli: 60,
  scriptsToHydrated: 146,
  firstPaint: 600,
  firstContentfulPaint: 610,
  button: 600,
  atGoogle: 1_400,
  longTasks: 0,
  longestTask: 0,
  layoutShift: 0,
  heap: 3,
  clicks: 1,
};
const charter: SignInRow = { name: 'Charter', values };
const slow: SignInRow = {
  name: 'slow',
  values: { ...values, button: 2_000, atGoogle: 1_500, scriptsToGoogle: 80 },
};
const fast: SignInRow = {
  name: 'fast',
  values: { ...values, button: 1_200, atGoogle: 1_600, scriptsToGoogle: 90 },
};

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 3])).toBe(4);
  });

  it('does not change its argument', () => {
    const numbers = [2, 1];
    median(numbers);
    expect(numbers).toEqual([2, 1]);
  });

  it('throws when there is no value', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('the tables', () => {
  it('divide each value by that of the best peer, for each column apart', () => {
    const lines = ratioTable([charter, slow, fast], [slow, fast]).split('\n');
    const titles = lines[0]?.split(' | ') ?? [];
    const cells = lines[2]?.split(' | ') ?? [];
    const ratio = (title: string) => cells[titles.indexOf(title)];
    expect(ratio('button')).toBe('0.50x');
    expect(ratio('at Google')).toBe('0.93x');
    expect(ratio('JS to Google, gz')).toBe('0.88x');
  });

  it('show absolute values with the digits of their column', () => {
    const lines = valueTable([charter]).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe(
      '| Charter | 70.0 | 60.0 | 146.0 | 600 | 610 | 600 | 1400 | 0 | 0 | 0.0000 | 3.0 | 1 |',
    );
  });

  it('say of each target whether it is reached', () => {
    const lines = targetTable(values, [slow, fast]).split('\n').slice(2);
    expect(lines.map((line) => line.split(' | ').slice(-1)[0])).toEqual([
      'reached |',
      'reached |',
      '**missed** |',
      'reached |',
      'reached |',
      '**missed** |',
      'reached |',
    ]);
  });
});

describe('growth', () => {
  it('relates a value to that of the smallest size', () => {
    const sizes = [200, 2_000];
    expect(growth([50, 75], 1, sizes)).toBe('1.5x for 10 times as many');
    expect(growth([50, 75], 0, sizes)).toBe('');
    expect(growth([0, 75], 1, sizes)).toBe('');
  });
});

describe('replaceSection', () => {
  const text = `# Title

<!-- one: written by npm run bench -->
old
<!-- end of one -->

<!-- two: written by npm run bench -->
kept
<!-- end of two -->
`;

  it('replaces what is between the markers, and nothing else', () => {
    const replaced = replaceSection(text, 'one', 'new');
    expect(replaced).toContain('-->\n\nnew\n\n<!-- end of one -->');
    expect(replaced).not.toContain('old');
    expect(replaced).toContain('kept');
    expect(replaceSection(replaced, 'one', 'new')).toBe(replaced);
  });

  it('throws when the text has no such section', () => {
    expect(() => replaceSection(text, 'three', 'new')).toThrow('three');
  });
});
