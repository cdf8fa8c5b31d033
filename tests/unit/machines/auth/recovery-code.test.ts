import { describe, expect, test } from 'vitest';
import { normalizedRecoveryCode } from '#machines/auth/second-factor/recovery-code.ts';

describe('normalizedRecoveryCode [R10.3]', () => {
  test.each([
    ['ck-ss2skx-ebow', 'ckss-2skx-ebow'],
    ['CKSS-2SKX-EBOW', 'ckss-2skx-ebow'],
    [' Ckss-\u00A02skx -\tebow\n', 'ckss-2skx-ebow'],
    ['ＣＫＳＳ－２ＳＫＸ－ＥＢＯＷ', 'ckss-2skx-ebow'],
    ['ckss\u20132skx\u2212ebow', 'ckss-2skx-ebow'],
    ['ck\u00adss\u200b2skx\ufeffebow', 'ckss-2skx-ebow'],
    ['ckss-٢skx-ebow', 'ckss-2skx-ebow'],
    ['IO2V DEWM OQWL', 'io2v-dewm-oqwl'],
    ['io2vdewmoqwl', 'io2v-dewm-oqwl'],
    ['io2v-dewm', 'io2v-dewm'],
    [' ', ''],
  ])('of %j is %s', (text, code) => {
    expect(normalizedRecoveryCode(text)).toBe(code);
  });
});
