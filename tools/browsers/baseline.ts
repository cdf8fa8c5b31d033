import browserslist from 'browserslist';
import { features } from 'web-features';

/** The names of a browser in browserslist, for Vite's `build.target` and in the data of the web platform's features. */
const OTHER_NAMES: Readonly<Record<string, { readonly vite: string; readonly data: string }>> = {
  ios_saf: { vite: 'ios', data: 'safari_ios' },
};

/** Returns the oldest supported version of each browser of `.browserslistrc`. */
export function oldestVersions(): ReadonlyMap<string, number> {
  const oldest = new Map<string, number>();
  for (const entry of browserslist()) {
    const [name = '', range = ''] = entry.split(' ');
    const version = Number.parseFloat(range);
    if (!Number.isNaN(version)) oldest.set(name, Math.min(version, oldest.get(name) ?? version));
  }
  return oldest;
}

/** Returns the supported browsers in the form of Vite's `build.target`. */
export function buildTargets(): string[] {
  return [...oldestVersions()].map(
    ([name, version]) => `${OTHER_NAMES[name]?.vite ?? name}${version}`,
  );
}

interface Availability {
  /** Ids of features that every supported browser has. */
  readonly features: readonly string[];
  /** Keys of compatibility data, such as `api.URL.canParse_static`, by whether every supported browser has them. */
  readonly keys: ReadonlyMap<string, boolean>;
}

/** Compares the features of the web platform with the supported browsers. */
export function availability(): Availability {
  const oldest = [...oldestVersions()];
  const isSupported = (support: object) => {
    const versions = new Map<string, string>(Object.entries(support));
    return oldest.every(([name, version]) => {
      const since = versions.get(OTHER_NAMES[name]?.data ?? name);
      return since !== undefined && Number.parseFloat(since.replace('≤', '')) <= version;
    });
  };
  const supported: string[] = [];
  const keys = new Map<string, boolean>();
  for (const [id, feature] of Object.entries(features)) {
    if (feature.kind !== 'feature') continue;
    const { support, by_compat_key: byKey = {} } = feature.status;
    if (isSupported(support)) supported.push(id);
    for (const [key, status] of Object.entries(byKey)) keys.set(key, isSupported(status.support));
  }
  return { features: supported, keys };
}
