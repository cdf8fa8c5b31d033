import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Moves the source maps of a build into a folder of their own, each with a copy of its script, as the error service
 * wants to have them. The build keeps no map, so none can be deployed.
 *
 * @param build the folder of the build
 * @param folder where the maps go; emptied first
 * @returns how many maps were moved
 */
export function moveSourceMaps(build: string, folder: string): number {
  rmSync(folder, { recursive: true, force: true });
  const maps = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js.map'),
  );
  for (const map of maps) {
    mkdirSync(join(folder, dirname(map)), { recursive: true });
    renameSync(join(build, map), join(folder, map));
    const script = map.replace(/\.map$/, '');
    copyFileSync(join(build, script), join(folder, script));
  }
  return maps.length;
}
