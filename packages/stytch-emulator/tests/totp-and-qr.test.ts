import { describe, expect, test } from 'vitest';
import { qrCodeDataUrl } from '#emulator/api/second-factor/qr-code.ts';
import { decodeBase32, matchingStep, totpCode, totpStep } from '#emulator/crypto/totp.ts';

/** The secret of RFC 6238, appendix B, in base32. The codes are its test values, cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('TOTP', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s the code is %s (RFC 6238)', (seconds, code) => {
    expect(totpCode(RFC_SECRET, totpStep(seconds * 1_000))).toBe(code);
  });

  test('decodes base32 with and without padding', () => {
    expect(decodeBase32(RFC_SECRET).toString()).toBe('12345678901234567890');
    expect(decodeBase32('MZXW6===').toString()).toBe('foo');
  });

  test('matches codes of the previous, the current and the next step', () => {
    const now = 90_000;
    const steps = [0, 1, 2, 3, 4, 5, 6].map((step) =>
      matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step), now),
    );
    expect(steps).toEqual([null, null, 2, 3, 4, null, null]);
  });
});

test('the QR code is as large as its text requires, with a quiet zone', () => {
  const picture = (text: string) =>
    Buffer.from(qrCodeDataUrl(text).split(',')[1] ?? '', 'base64').toString();
  const width = (text: string) => Number(/viewBox="0 0 (\d+) /.exec(picture(text))?.[1]);
  const border = 2 * 4;
  const pixels = 10;
  expect(picture('x')).toMatch(/^<svg .*<path /s);
  expect(width('x'.repeat(10))).toBe((21 + border) * pixels);
  expect(width('x'.repeat(100))).toBe((41 + border) * pixels);
  expect(picture('one')).not.toBe(picture('two'));
});
