import { expect, test } from 'vitest';
import { totpCode, totpStep } from '../crypto/totp.ts';

/** The secret of RFC 6238, appendix B, in base32. The codes are its test values, cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_111, '050471'],
  [20_000_000_000, '353130'],
])('at %d s the code is %s (RFC 6238)', (seconds, code) => {
  expect(totpCode(RFC_SECRET, totpStep(seconds * 1_000))).toBe(code);
});
