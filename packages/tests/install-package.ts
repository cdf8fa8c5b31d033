import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Installs what `npm pack` writes of a package into an empty folder outside of this repository, with nothing but the
 * dependencies that it declares. It needs no network: they are linked.
 *
 * @returns the folder
 */
export function installPackage(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path });
  const [tarball = ''] = readdirSync(folder);
  const { name, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  );
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', target, '--strip-components=1']);
  for (const each of Object.keys({ ...dependencies, ...peerDependencies })) {
    const link = join(folder, 'node_modules', each);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve('node_modules', each), link);
  }
  return folder;
}
