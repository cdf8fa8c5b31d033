import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const entries = Object.entries(packages).filter(([path]) => path !== '');

/** Builds for other platforms that the registry, from which the lock file was written, does not have. */
const NOT_IN_REGISTRY =
  /^node_modules\/(?:@biomejs\/cli-(?:android|darwin|win32|linux-(?:arm64|x64)-musl)|@oxc-parser\/binding-(?:android|darwin|freebsd|openharmony|win32|linux-(?:arm-|ppc64|riscv64|s390x)))/;

describe('package-lock.json', () => {
  it('has an integrity for every package that the registry has', () => {
    const missing = entries.filter(([, { integrity }]) => integrity === undefined);
    const unexpected = missing.filter(
      ([path, { optional }]) => optional !== true || !NOT_IN_REGISTRY.test(path),
    );
    expect(unexpected.map(([path]) => path)).toEqual([]);
  });

  it('has an entry for every build of a package, whatever the platform it was written on', () => {
    const builds = entries.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies),
    );
    expect(builds.length).toBeGreaterThan(100);
    const missing = builds.filter((name) =>
      entries.every(([path]) => !path.endsWith(`node_modules/${name}`)),
    );
    expect(missing).toEqual([]);
  });
});

describe('tools/bench/peers/package-lock.json', () => {
  const peers: typeof packages = JSON.parse(
    readFileSync('tools/bench/peers/package-lock.json', 'utf8'),
  ).packages;
  const installed = Object.entries(peers).filter(([path]) => path !== '');

  it('has an integrity and no address for every package', () => {
    expect(installed.length).toBeGreaterThan(100);
    const unexpected = installed.filter(
      ([, { integrity, resolved }]) => integrity === undefined || resolved !== undefined,
    );
    expect(unexpected.map(([path]) => path)).toEqual([]);
  });
});
