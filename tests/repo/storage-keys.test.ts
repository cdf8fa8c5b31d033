import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CONTRACT = [
  'discovered_organizations',
  'discovery_email_address',
  'has_intermediate_session',
  'post_login_redirect',
  'selected_organization',
  'stytch_step_up',
];

/** What touches storage itself: that of the product, and the feed of other apps, which the product does not import. */
const STORAGE = ['src/storage/web-storage.ts', 'packages/statechart/feed/chart-feed.ts'];

const sources = execFileSync('git', ['ls-files', 'src', 'machines', 'packages/statechart/feed'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !STORAGE.includes(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The keys that the sources name: as a constant, as a record, or in the list of the contract. */
const keys = sources.flatMap(({ text }) => [
  ...matches(text, /\w*KEY = '([a-z_]+)'/g),
  ...matches(text, /createTabRecord\('(\w+)'\)/g),
  ...matches(text, /SIGN_IN_KEYS = \{([^}]+)\}/g).flatMap((list) => matches(list, /'(\w+)'/g)),
]);

it('src/storage/README.md lists every key of storage: those of R13.1, and at most eight others', () => {
  const readme = readFileSync('src/storage/README.md', 'utf8');
  const rows = readme.split('\n').filter((line) => /\| (?:session|local) storage \|/.test(line));
  const listed = rows.flatMap((row) => matches(row.split('|')[1] ?? '', /`(\w+)`/g));
  expect(listed).toEqual(expect.arrayContaining(keys));
  expect(keys).toEqual(expect.arrayContaining(CONTRACT));
  expect(keys.length - CONTRACT.length).toBeLessThanOrEqual(8);
});

it('no key is written in another way', () => {
  const used = sources.flatMap(({ path, text }) =>
    matches(text, /(?:safe(?:Local|Session)Storage|\bstorage)\.(?:read|write|remove)\(([^,)]+)/g)
      .filter(
        (key) => !/KEY|^(?:key|PROBE|sdkStorageKey|state|cached|oauthKey|magicLinkKey)\b/.test(key),
      )
      .map((key) => `${path}: ${key}`),
  );
  expect(used).toEqual([]);
  const direct = sources.filter(({ text }) =>
    /(?:local|session)Storage\.(?:get|set|remove)Item/.test(text),
  );
  expect(direct.map(({ path }) => path)).toEqual([]);
});
