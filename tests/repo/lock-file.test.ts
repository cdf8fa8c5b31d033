import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './support/repository-files.ts';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Builds for other platforms that the registry, from which a lock file was written, does not have. */
const NOT_IN_REGISTRY =
  /^node_modules\/(?:@biomejs\/cli-(?:android|darwin|win32|linux-(?:arm64|x64)-musl)|@oxc-parser\/binding-(?:android|darwin|freebsd|openharmony|win32|linux-(?:arm-|ppc64|riscv64|s390x)))/;

describe.each(repositoryFiles('*package-lock.json'))('%s', (file) => {
  const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const entries = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

  it('has an integrity for every package that the registry has, and no address', () => {
    const unexpected = entries.filter(
      ([path, { integrity, resolved, optional }]) =>
        resolved !== undefined ||
        (integrity === undefined && !(optional === true && NOT_IN_REGISTRY.test(path))),
    );
    expect(unexpected.map(([path]) => path)).toEqual([]);
  });

  it('has an entry for every build of a package, whatever the platform it was written on', () => {
    const builds = entries.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies),
    );
    const missing = builds.filter((name) =>
      entries.every(([path]) => !path.endsWith(`node_modules/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});
