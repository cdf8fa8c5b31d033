import { expect, it } from 'vitest';
import { digestOf } from '#src/stytch/session/digest.ts';

// The digest of "abc" is the example of FIPS 180-2.
it.each([
  ['abc', undefined],
  ['bc', 'a'],
])('returns the SHA-256 digest of %s with the salt %s', async (text, salt) => {
  expect(await digestOf(text, salt)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
