import { expect, it } from 'vitest';
import { EMPTY_TYPE_AHEAD, extendTypeAhead, rowIndexForPrefix } from '#src/ui/list-keys.ts';

it('type-ahead appends keys, starts again after a pause, and ignores named keys and a leading space', () => {
  const b = extendTypeAhead(EMPTY_TYPE_AHEAD, 'B', 0);
  expect(b).toEqual({ text: 'b', at: 0 });
  expect(b && extendTypeAhead(b, 'r', 699)?.text).toBe('br');
  expect(b && extendTypeAhead(b, 'x', 700)?.text).toBe('x');
  expect(b && extendTypeAhead(b, ' ', 1)?.text).toBe('b ');
  expect(extendTypeAhead(EMPTY_TYPE_AHEAD, ' ', 0)).toBeNull();
  expect(extendTypeAhead(EMPTY_TYPE_AHEAD, 'Enter', 0)).toBeNull();
});

it.each([
  ['b', 0, 1],
  ['b', 1, 2],
  ['b', 2, 1],
  ['bb', 1, 2],
  ['br', 1, 2],
  ['br', 2, 2],
  ['e', 0, 3],
  ['x', 0, null],
])('%s from row %i leads to %s', (text, from, to) => {
  expect(rowIndexForPrefix(['Acme', 'Birch', 'Bramble', 'Élan'], from, text)).toBe(to);
});
