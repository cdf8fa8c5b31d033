import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly license?: string;
}

const folders = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map(dirname);

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The licence of each dependency, by its name. */
const licences = new Map(
  folders.flatMap((folder) => {
    const { dependencies, devDependencies }: Package = read(join(folder, 'package.json'));
    const { packages }: { packages: Readonly<Record<string, Package>> } = read(
      join(folder, 'package-lock.json'),
    );
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return names.map((name) => [name, packages[`node_modules/${name}`]?.license ?? ''] as const);
  }),
);

const list = readFileSync('docs/architecture.md', 'utf8')
  .split('## Dependencies')[1]
  ?.split('\n## ')[0]
  ?.matchAll(/^- (`.*?): (.*)\. Instead: (.*)\. (.*)$/gm);

const rows = [...(list ?? [])].map(([, names = '', why, instead, licence = '']) => ({
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  reasons: [why, instead],
  licences: licence.split(', '),
}));

it('the list of dependencies has each dependency of each lock file once, and no other', () => {
  const listed = rows.flatMap(({ names }) => names);
  expect(listed.toSorted()).toEqual([...licences.keys()].toSorted());
});

it.each(rows)('$names: the list says why, and the licences', (row) => {
  expect(row.reasons.every(Boolean)).toBe(true);
  // Of several that a package offers, the first one.
  const actual = row.names.map((name) => licences.get(name)?.split(' OR ')[0]);
  expect(row.licences.toSorted()).toEqual([...new Set(actual)].toSorted());
});

const manifests = execFileSync('git', ['ls-files', 'packages/*/package.json'], {
  encoding: 'utf8',
});

it.each(manifests.trim().split('\n'))('%s asks for the versions of the root', (path) => {
  const root: Package = read('package.json');
  const { dependencies }: Package = read(path);
  expect({ ...root.dependencies, ...root.devDependencies }).toMatchObject(dependencies ?? {});
});
