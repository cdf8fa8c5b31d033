import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCode, isWholeCode } from '#machines/rules/code.ts';

describe('findCode [R8.3, R8.14]', () => {
  test.each([
    ['504181', '504181'],
    ['Your code for Team 42 is 504181.', '504181'],
    ['Code: 504 181', '504181'],
    ['504-181 is your code', '504181'],
    ['504181. 2 minutes are left.', '504181'],
    ['验证码504181，请勿泄露', '504181'],
    ['٥٠٤١٨١', '504181'],
    ['۲۳۶۷۹۰', '236790'],
    ['५०४१८१', '504181'],
    ['๒๓๖๗๙๐', '236790'],
    ['５０４１８１', '504181'],
    ['5\u200b04\u2060181', '504181'],
    ['\u202a504181\u202c', '504181'],
    ['504181 (again: 504181)', '504181'],
    ['Sent 2026-11-26 at 10:30, code 504181, expires 26.11.2026', '504181'],
  ])('of %s is %s, and certain', (text, digits) => {
    expect(findCode(text)).toEqual({ digits, isCertain: true });
  });

  test.each([
    ['504181 or 123456', '504181'],
    ['504 181 or 123-456', '504181'],
    // Dates and other numbers, which fill the field and are not sent.
    ['26.11.26', '261126'],
    ['26/11/26', '261126'],
    ['26 11 26', '261126'],
    ['2026-11-26', '202611'],
    ['555-1234', '555123'],
    ['€123.456', '123456'],
    ['12:34:56', '123456'],
    ['5041812', '504181'],
    [' 12 ', '12'],
    ['no digits', ''],
    ['', ''],
  ])('of %s is %s, and not certain', (text, digits) => {
    expect(findCode(text)).toEqual({ digits, isCertain: false });
  });

  test('returns at most six digits, and its own result unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { digits } = findCode(text);
        expect(digits).toMatch(/^[0-9]{0,6}$/);
        expect(findCode(digits)).toEqual({ digits, isCertain: isWholeCode(digits) });
      }),
    );
  });
});
