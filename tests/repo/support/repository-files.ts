import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What git knows of the repository and does not ignore. Without patterns, every file. */
export function repositoryFiles(...patterns: readonly string[]): readonly string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
  // Another test writes a file for a moment.
  return execFileSync('git', list, { encoding: 'utf8' }).split('\n').filter(existsSync);
}
