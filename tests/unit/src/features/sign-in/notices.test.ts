import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGE } from '#src/brand/language.ts';
import { sentenceOf, sentences } from '#src/features/sign-in/notices.ts';

const VALUES = {
  name: 'Ada Lovelace',
  email: 'ada@acme.example',
  organization: 'Acme',
  slug: 'acme',
  left: 3,
  message: 'The provider said no.',
  why: 'It broke.',
};

test('the sentences that the requirements fix are as they are there [R7.6, R7.7, R8.9, R8.12, R15.1]', () => {
  expect(sentences).toMatchObject({
    somethingWentWrong: 'Something went wrong. Please try again.',
    emailUnknown: 'We were unable to determine your email address. Please restart the login flow.',
    mfaRequired: 'Multi-factor authentication is required to continue.',
    unableToComplete: 'Unable to complete sign-in. Please try again.',
    emailVerified: 'Email verified! Completing sign-in...',
  });
});

test('each code has a complete sentence of its own, with its values [R15.1]', () => {
  const texts = Object.entries(sentences).map(([code, template]) => {
    const text = template.replace(/\{(\w+)\}/g, (_, name) => String(Reflect.get(VALUES, name)));
    expect(text, code).not.toContain('undefined');
    return text;
  });
  expect(texts.filter((text) => !/^[A-Z].*[.]$/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a name is isolated from the direction of its sentence, and a reason ends it [R1.13, R11.13]', () => {
  expect(
    sentenceOf({ code: 'organizationCreated', values: { organization: 'Acme', slug: 'acme' } }),
  ).toBe('\u2068Acme\u2069 (\u2068@acme\u2069) was created.');
  expect(sentenceOf({ code: 'switchFailed', values: { why: { code: 'tookTooLong' } } })).toBe(
    `We could not switch to \u2068this organization\u2069. ${sentences.tookTooLong}`,
  );
  expect(sentenceOf({ code: 'recoveryCodeUsedOfSeveral', values: { left: 0 } })).toMatch(
    /left: 0\.$/,
  );
});

test('the document has the language of the sentences [R1.27]', () => {
  expect(readFileSync('index.html', 'utf8')).toContain(`<html lang="${LANGUAGE}">`);
});
