import { spawnSync } from 'node:child_process';

/** Installs Debian packages. Without apt, nothing happens. */
export function installPackages(packages: readonly string[]): void {
  const attempts = [
    ['apt-get', ['update']],
    ['apt-get', ['install', '-y', '--no-install-recommends', ...packages]],
  ] as const;
  // Debian's packages do not start their services at this run level.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  for (const [command, args] of attempts) spawnSync(command, args, { stdio: 'inherit', env });
}
