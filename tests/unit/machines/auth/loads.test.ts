import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOM = new URL('../../../../machines/', import.meta.url);
const modules = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

// A machine that cannot be made fails while it is imported, which a run may not count as a failing test.
const loaded = await Promise.allSettled(modules.map((file) => import(new URL(file, ROOM).href)));

test('there are modules to load', () => {
  expect(modules).toContain('auth/auth.machine.ts');
});

test.each(modules.map((file, index) => [file, loaded[index]] as const))('%s loads', (_, result) => {
  expect(result).toMatchObject({ status: 'fulfilled' });
});
