import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles } from './support/repository-files.ts';

/** Settings that the build writes itself and nobody sets. */
const OF_THE_BUILD = ['VITE_EMULATOR'];

const sources = repositoryFiles('src', 'chart', 'machines', 'tools', 'vite.config.ts').filter(
  (path) => /\.tsx?$/.test(path),
);

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
}

const code = sources
  .filter((path) => !path.endsWith('.d.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const read = namesIn(code, /\b(VITE_[A-Z_]+)\b/g).filter((name) => !OF_THE_BUILD.includes(name));

it('.env.example has every setting that the code reads, and no other', () => {
  expect(read.length).toBeGreaterThan(1);
  const example = readFileSync('.env.example', 'utf8');
  expect(namesIn(example, /^# (VITE_[A-Z_]+)=/gm)).toEqual(read);
});

it('docs/deploy.md explains every setting, and no other', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8');
  expect(namesIn(guide, /\b(VITE_[A-Z_]+)\b/g)).toEqual(read);
});

it('every setting has a type', () => {
  const types = namesIn(readFileSync('src/vite-env.d.ts', 'utf8'), /readonly (VITE_[A-Z_]+)\??:/g);
  expect(types).toEqual([...read, ...OF_THE_BUILD].sort());
});
