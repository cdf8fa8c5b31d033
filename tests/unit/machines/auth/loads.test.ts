import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const MACHINES = new URL('../../../../machines/', import.meta.url);
const modules = readdirSync(MACHINES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

// A machine that cannot be created fails during its import, and a test run may not count that as a failed test.
const loaded = await Promise.allSettled(
  modules.map((file) => import(new URL(file, MACHINES).href)),
);

test('the modules to import are found', () => {
  expect(modules).toContain('auth/auth.machine.ts');
});

test.each(modules.map((file, index) => [file, loaded[index]] as const))(
  '%s can be imported',
  (_, result) => {
    expect(result).toMatchObject({ status: 'fulfilled' });
  },
);
