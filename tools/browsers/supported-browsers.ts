import { readFileSync } from 'node:fs';

/** The names for Vite's `build.target` that differ from those in browserslist. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/** Returns the oldest supported version of each browser of `.browserslistrc`, by its name there. */
export function oldestVersions(): ReadonlyMap<string, number> {
  const lines = readFileSync('.browserslistrc', 'utf8').matchAll(/^(\w+) >= ([\d.]+)$/gm);
  return new Map([...lines].map(([, name = '', version]) => [name, Number(version)]));
}

/** Returns the supported browsers in the form of Vite's `build.target`. */
export function buildTargets(): string[] {
  return [...oldestVersions()].map(([name, version]) => `${OTHER_NAMES[name] ?? name}${version}`);
}
