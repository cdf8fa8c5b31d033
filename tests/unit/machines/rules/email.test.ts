import { describe, expect, test } from 'vitest';
import { isSameEmail, maskEmail } from '#machines/rules/email.ts';

describe('isSameEmail', () => {
  test.each([
    [' Ada@ACME.example ', 'ada@acme.example', true],
    ['ada@acme.example', 'dora@acme.example', false],
    // The Kelvin sign is another letter than "k".
    ['\u212Ai@acme.example', 'ki@acme.example', false],
  ])('of %j and %j is %s', (a, b, isSame) => {
    expect(isSameEmail(a, b)).toBe(isSame);
  });
});

describe('maskEmail [R8.13]', () => {
  test.each([
    ['ben@birch.example', 'b***@birch.example'],
    ['a@acme.example', 'a***@acme.example'],
    ['a.very.long.name@acme.example', 'a***@acme.example'],
    ['"odd@name"@acme.example', '"***@acme.example'],
    ['not an address', '***'],
    ['@acme.example', '***'],
    ['', '***'],
  ])('of %s is %s', (address, shown) => {
    expect(maskEmail(address)).toBe(shown);
  });
});
