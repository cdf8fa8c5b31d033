import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { qrCodeDataUrl } from '#emulator/api/qr-code.ts';
import { fits } from '#emulator/qr/codewords.ts';
import { qrMatrix } from '#emulator/qr/matrix.ts';
import { decodeBase32, matchingStep, totpCode, totpStep } from '#emulator/store/totp.ts';

/** The secret of RFC 6238, appendix B, in base32; its codes cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('TOTP', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s it is %s (RFC 6238)', (seconds, code) => {
    expect(totpCode(RFC_SECRET, totpStep(seconds * 1_000))).toBe(code);
  });

  test('base32 with and without padding', () => {
    expect(decodeBase32(RFC_SECRET).toString()).toBe('12345678901234567890');
    expect(decodeBase32('MZXW6===').toString()).toBe('foo');
  });

  test('a code belongs to one of three steps', () => {
    const now = 90_000;
    const steps = [0, 1, 2, 3, 4, 5, 6].map((step) =>
      matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step), now),
    );
    expect(steps).toEqual([null, null, 2, 3, 4, null, null]);
  });
});

describe('the QR code', () => {
  /** Drawings of each version that a phone's reader was held against once. */
  const READ_BY_A_READER: readonly [number, number, string][] = [
    [10, 21, '0721110bdff5ae02'],
    [25, 25, 'f725f180b4b500c2'],
    [40, 29, '15ca631ca9fcbed4'],
    [60, 33, '3152c03677a41b4a'],
    [80, 37, '160946225ac9ecf0'],
    [100, 41, 'f30e0906c4721fd7'],
    [120, 45, '6cefd140ffc8ea97'],
    [150, 49, '1d348637d07a4519'],
    [180, 53, 'a25c35a20d533fcd'],
    [213, 57, '44b925705e163e29'],
  ];

  test.each(READ_BY_A_READER)('%d bytes: %d modules wide, drawn as read', (length, width, hash) => {
    const matrix = qrMatrix('charter '.repeat(30).slice(0, length));
    expect(matrix).toHaveLength(width);
    const drawn = matrix.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n');
    expect(createHash('sha256').update(drawn).digest('hex').slice(0, 16)).toBe(hash);
  });

  test('falls back to a shorter text, and knows its end', () => {
    expect([fits(213), fits(214)]).toEqual([true, false]);
    expect(qrCodeDataUrl('x'.repeat(500), 'short')).toBe(qrCodeDataUrl('short'));
    expect(() => qrMatrix('x'.repeat(214))).toThrow('too long');
  });
});
