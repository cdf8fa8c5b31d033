import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildTargets, oldestVersions } from '#tools/browsers/supported-browsers.ts';

it('builds for the supported browsers [R19.10]', () => {
  expect(buildTargets()).toHaveLength(oldestVersions().size);
  expect(buildTargets()).toContain('safari16.4');
});

it('the sentence for older browsers and the README name the supported browsers [R1.16]', () => {
  for (const file of ['index.html', 'README.md']) {
    const text = readFileSync(file, 'utf8');
    for (const [, version] of oldestVersions()) expect(text, file).toContain(` ${version}`);
  }
});
