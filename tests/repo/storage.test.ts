import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What touches storage itself: that of the product, and the feed of other apps, which the product does not import. */
const STORAGE = ['src/storage/web-storage.ts', 'packages/statechart/feed/chart-feed.ts'];

it('nothing else touches storage itself, which may throw [R13.5]', () => {
  const folders = ['src', 'machines', 'packages/statechart/feed'];
  const direct = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !STORAGE.includes(path))
    .filter((path) =>
      /(?:local|session)Storage\.(?:get|set|remove)Item/.test(readFileSync(path, 'utf8')),
    );
  expect(direct).toEqual([]);
});
