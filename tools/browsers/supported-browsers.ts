import { readFileSync } from 'node:fs';

/** The names of a browser in browserslist, for Vite's `build.target` and in the data of the web platform's features. */
const OTHER_NAMES: Readonly<Record<string, { readonly vite: string; readonly data: string }>> = {
  ios_saf: { vite: 'ios', data: 'safari_ios' },
};

/** Returns the oldest supported version of each browser of `.browserslistrc`, by its name there. */
export function oldestVersions(): ReadonlyMap<string, number> {
  const lines = readFileSync('.browserslistrc', 'utf8').matchAll(/^(\w+) >= ([\d.]+)$/gm);
  return new Map([...lines].map(([, name = '', version]) => [name, Number(version)]));
}

/** Returns the supported browsers in the form of Vite's `build.target`. */
export function buildTargets(): string[] {
  return [...oldestVersions()].map(
    ([name, version]) => `${OTHER_NAMES[name]?.vite ?? name}${version}`,
  );
}

/**
 * Tells whether every supported browser has something.
 *
 * @param support the version since which each browser has it, by its name in the data of `web-features`
 */
export function isSupportedEverywhere(support: Readonly<Record<string, string>>): boolean {
  return [...oldestVersions()].every(([name, version]) => {
    const since = support[OTHER_NAMES[name]?.data ?? name];
    return since !== undefined && Number.parseFloat(since.replace('≤', '')) <= version;
  });
}
