import { expect, it } from 'vitest';
import {
  isBoolean,
  isFiniteNumber,
  isRecord,
  isString,
  isText,
  listOf,
  matching,
  nothingOr,
  recordOf,
} from '#machines/rules/checks.ts';

const person = recordOf({ name: isText, age: nothingOr(isFiniteNumber) });

it.each([
  ['isString', isString, ['', 'x'], [null, undefined, 5, {}, ['x']]],
  ['isText', isText, ['x', ' '], ['', null, 5]],
  ['isBoolean', isBoolean, [true, false], ['true', 0, null, undefined]],
  ['isFiniteNumber', isFiniteNumber, [0, -1.5], [Number.NaN, Infinity, '1', null]],
  ['isRecord', isRecord, [{}, { a: 1 }], [null, undefined, 'x', 5]],
  ['matching', matching(/^a+$/), ['a', 'aa'], ['', 'b', 5, ['a']]],
  ['nothingOr', nothingOr(isText), [undefined, null, 'x'], ['', 5]],
  ['listOf', listOf(isText), [[], ['x', 'y']], [['x', ''], {}, 'x', null]],
  [
    'recordOf',
    person,
    [{ name: 'x' }, { name: 'x', age: 5 }, { name: 'x', other: null }],
    [{}, { name: '' }, { name: 'x', age: '5' }, null, undefined, 'x', []],
  ],
] as const)('%s accepts only its type', (_, check, accepted, refused) => {
  expect(accepted.filter((value: unknown) => !check(value))).toEqual([]);
  expect(refused.filter((value: unknown) => check(value))).toEqual([]);
});
