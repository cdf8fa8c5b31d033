import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeDigits, isWholeCode } from '#machines/rules/code.ts';

describe('what is typed or pasted into a code field [R8.3, R8.14]', () => {
  test.each([
    ['123456', '123456'],
    ['Code: 123 456', '123456'],
    ['123-456 is your code', '123456'],
    ['1234567', '123456'],
    ['１２３４５６', '123456'],
    [' 12 ', '12'],
    ['no digits', ''],
    ['', ''],
  ])('%s leaves %s', (text, digits) => {
    expect(codeDigits(text)).toBe(digits);
  });

  test('leaves at most six digits and nothing else, and leaves those alone', {
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

  test('finds the code in any text around it', () => {
    const words = fc.string({ maxLength: 20 }).map((text) => text.replace(/\p{N}/gu, ''));
    const code = fc.stringMatching(/^[0-9]{6}$/);
    fc.assert(
      fc.property(words, code, words, (before, digits, after) => {
        expect(codeDigits(`${before}${digits}${after}`)).toBe(digits);
      }),
    );
  });

  test('is whole with six digits, and not before', () => {
    expect(isWholeCode('12345')).toBe(false);
    expect(isWholeCode('123456')).toBe(true);
    expect(isWholeCode('')).toBe(false);
  });
});
