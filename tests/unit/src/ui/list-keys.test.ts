import { describe, expect, it } from 'vitest';
import {
  EMPTY_TYPE_AHEAD,
  extendTypeAhead,
  rowIndexForKey,
  rowIndexForPrefix,
} from '#src/ui/list-keys.ts';

describe('rowIndexForKey', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 2],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['PageDown', 0, null],
    ['a', 0, null],
  ])('%s from row %i returns %s', (key, from, to) => {
    expect(rowIndexForKey(key, from, 3)).toBe(to);
  });
});

describe('extendTypeAhead', () => {
  it('appends keys, and starts again after a pause', () => {
    const b = extendTypeAhead(EMPTY_TYPE_AHEAD, 'B', 0);
    expect(b).toEqual({ text: 'b', at: 0 });
    const br = b && extendTypeAhead(b, 'r', 699);
    expect(br?.text).toBe('br');
    expect(br && extendTypeAhead(br, 'x', 699 + 700)?.text).toBe('x');
  });

  it('ignores named keys and a leading space', () => {
    expect(extendTypeAhead(EMPTY_TYPE_AHEAD, 'Enter', 0)).toBeNull();
    expect(extendTypeAhead(EMPTY_TYPE_AHEAD, ' ', 0)).toBeNull();
    expect(extendTypeAhead({ text: 'a', at: 0 }, ' ', 1)?.text).toBe('a ');
  });
});

describe('rowIndexForPrefix', () => {
  it.each([
    ['b', 0, 1],
    ['b', 1, 2],
    ['b', 2, 1],
    ['bb', 1, 2],
    ['br', 1, 2],
    ['br', 2, 2],
    ['e', 0, 3],
    ['x', 0, null],
  ])('%s from row %i returns %s', (text, from, to) => {
    expect(rowIndexForPrefix(['Acme', 'Birch', 'Bramble', 'Élan'], from, text)).toBe(to);
  });

  it('returns null for an empty list', () => {
    expect(rowIndexForPrefix([], -1, 'a')).toBeNull();
  });
});
