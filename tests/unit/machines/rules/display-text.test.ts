import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayMessage,
  displayName,
  displayText,
  isDisplayableEmail,
} from '#machines/rules/display-text.ts';

describe('displayText [R1.14]', () => {
  it.each([
    ['a bidirectional override', 'Acme\u202Ecod.elpmaxe', 'Acmecod.elpmaxe'],
    ['bidirectional isolates', '\u2066Acme\u2069', 'Acme'],
    ['directional marks', '\u200EAcme\u200F\u061C', 'Acme'],
    ['zero-width spaces', 'Ac\u200Bme\uFEFF', 'Acme'],
    ['joiners between Latin letters', 'Ac\u200Dm\u200Ce', 'Acme'],
    ['a soft hyphen and a grapheme joiner', 'Ac\u00ADm\u034Fe', 'Acme'],
    ['fillers', 'Acme\u3164\uFFA0\u2800', 'Acme'],
    ['tag characters', 'Acme\u{E0041}\u{E007F}', 'Acme'],
    ['line breaks', 'Acme\r\nInc\u2028of\u2029Birch', 'Acme Inc of Birch'],
    ['controls', 'Ac\u0000me\u001B[31m', 'Acme[31m'],
    ['runs of white space', '  Acme \u00A0\u3000 Inc\t', 'Acme Inc'],
  ])('removes %s', (_, text, shown) => {
    expect(displayText(text, 128)).toBe(shown);
  });

  it.each([
    'Élan & Söhne GmbH',
    'شركة الأمل',
    'سنة \u0601٢٠٢٦',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '東京株式会社',
    'Family 👨\u200D👩\u200D👧 Inc',
    'Love ❤\uFE0F',
  ])('keeps %j', (text) => {
    expect(displayText(text, 128)).toBe(text);
  });

  it('ends a longer text with an ellipsis [R15.9]', () => {
    expect(displayText('12345', 5)).toBe('12345');
    expect(displayText('123456', 5)).toBe('1234…');
    expect(displayText('12 456', 4)).toBe('12…');
    // No more is read than can be shown.
    expect(displayText(`${' '.repeat(40)}a`, 5)).toBe('');
    expect(displayText('👍👍👍', 2)).toBe('👍…');
    expect([...displayName('x'.repeat(1_000_000))]).toHaveLength(128);
    expect([...displayMessage('x'.repeat(1_000_000))]).toHaveLength(300);
  });

  it('is on one line and within its length for every text, and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = displayText(text, 20);
        expect([...shown].length).toBeLessThanOrEqual(20);
        expect(shown).not.toMatch(/[\n\r\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B]/);
      }),
    );
  });
});

it('isDisplayableEmail is true for what is shown as it is sent', () => {
  expect(isDisplayableEmail('ada@acme.example')).toBe(true);
  expect(isDisplayableEmail('')).toBe(false);
  expect(isDisplayableEmail('ada\u202E@acme.example')).toBe(false);
  expect(isDisplayableEmail(`${'a'.repeat(250)}@acme.example`)).toBe(false);
});
