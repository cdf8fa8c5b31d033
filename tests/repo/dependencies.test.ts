import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string): Package => JSON.parse(readFileSync(path, 'utf8'));

const manifests = execFileSync('git', ['ls-files', 'packages/*/package.json'], {
  encoding: 'utf8',
});

it.each(manifests.trim().split('\n'))('%s asks for the versions of the root', (path) => {
  const root = read('package.json');
  const { dependencies = {} } = read(path);
  expect({ ...root.dependencies, ...root.devDependencies }).toMatchObject(dependencies);
});
