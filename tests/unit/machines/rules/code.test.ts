import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeDigits, isWholeCode, normalizedRecoveryCode } from '#machines/rules/code.ts';

describe('codeDigits [R8.3, R8.14]', () => {
  test.each([
    ['123456', '123456'],
    ['Code: 123 456', '123456'],
    ['123-456 is your code', '123456'],
    ['1234567', '123456'],
    ['１２３４５６', '123456'],
    [' 12 ', '12'],
    ['no digits', ''],
    ['', ''],
  ])('of %s is %s', (text, digits) => {
    expect(codeDigits(text)).toBe(digits);
  });

  test('returns at most six digits, and returns its own result unchanged', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const digits = codeDigits(text);
        expect(digits).toMatch(/^[0-9]{0,6}$/);
        expect(codeDigits(digits)).toBe(digits);
      }),
    );
  });

  test('finds a code inside any text', () => {
    const words = fc.string({ maxLength: 20 }).map((text) => text.replace(/\p{N}/gu, ''));
    const code = fc.stringMatching(/^[0-9]{6}$/);
    fc.assert(
      fc.property(words, code, words, (before, digits, after) => {
        expect(codeDigits(`${before}${digits}${after}`)).toBe(digits);
      }),
    );
  });

  test('isWholeCode is true for exactly six digits', () => {
    expect(isWholeCode('12345')).toBe(false);
    expect(isWholeCode('123456')).toBe(true);
    expect(isWholeCode('')).toBe(false);
  });
});

describe('normalizedRecoveryCode [R10.3]', () => {
  test.each([
    ['ck-ss2skx-ebow', 'ckss-2skx-ebow'],
    ['ckss-2skx-ebow', 'ckss-2skx-ebow'],
    ['CKSS-2SKX-EBOW', 'ckss-2skx-ebow'],
    [' Ckss-\u00A02skx -\tebow\n', 'ckss-2skx-ebow'],
    ['IO2V DEWM OQWL', 'io2v-dewm-oqwl'],
    ['io2vdewmoqwl', 'io2v-dewm-oqwl'],
    ['io2v-dewm', 'io2v-dewm'],
    [' ', ''],
  ])('of %j is %s', (text, code) => {
    expect(normalizedRecoveryCode(text)).toBe(code);
  });
});
