import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages. Without apt, nothing happens. Waits for another process that holds apt's lock, as a
 * fresh machine has one that looks for updates.
 */
export function installPackages(packages: readonly string[]): void {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const attempts = [
    ['apt-get', [...wait, 'update']],
    ['apt-get', [...wait, 'install', '-y', '--no-install-recommends', ...packages]],
  ] as const;
  // Debian's packages do not start their services at this run level.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  for (const [command, args] of attempts) spawnSync(command, args, { stdio: 'inherit', env });
}
