import { describe, expect, test } from 'vitest';
import { secondFactorNotices } from '#machines/auth/second-factor/second-factor.messages.ts';
import { messages } from '#machines/rules/messages.ts';
import { messagesAfterGoogle } from '#machines/rules/messages-after-google.ts';

describe('the messages that the requirements fix [R7.6, R7.7, R8.9, R8.12, R15.1]', () => {
  test('have the required text', () => {
    expect(messages.somethingWentWrong).toBe('Something went wrong. Please try again.');
    expect(messages.emailUnknown).toBe(
      'We were unable to determine your email address. Please restart the login flow.',
    );
    expect(messages.mfaRequired).toBe('Multi-factor authentication is required to continue.');
    expect(messages.unableToComplete).toBe('Unable to complete sign-in. Please try again.');
    expect(messages.emailVerified).toBe('Email verified! Completing sign-in...');
  });

  test('are distinct, complete sentences', () => {
    const texts = Object.values({
      ...messages,
      ...messagesAfterGoogle,
      ...secondFactorNotices,
    }).map((message) =>
      typeof message === 'string'
        ? message
        : (message as (...words: readonly unknown[]) => string)('Ben.', 'Ben'),
    );
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
