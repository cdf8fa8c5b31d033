import { expect, it } from 'vitest';
import { rowIndexForPrefix } from '#src/ui/hooks/list-keys.ts';

it.each([
  ['b', 0, 1],
  ['b', 1, 2],
  ['b', 2, 1],
  ['bb', 1, 2],
  ['br', 1, 2],
  ['br', 2, 2],
  ['e', 0, 3],
  ['x', 0, null],
])('the text %s, typed on row %i, leads to %s [R6.11]', (text, from, to) => {
  expect(rowIndexForPrefix(['Acme', 'Birch', 'Bramble', 'Élan'], from, text)).toBe(to);
});
