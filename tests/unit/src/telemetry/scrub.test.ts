import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { scrubScript, scrubText } from '#src/telemetry/scrub.ts';

describe('scrubText [R18.4]', () => {
  it.each([
    ['Failed at https://a.example/x?token=abc#h now', 'Failed at https://a.example/x now'],
    ['GET /discovery?stytch_token_type=oauth&token=s3cret', 'GET /discovery'],
    ['session_token: abc123', 'session_token: [removed]'],
    [
      'Token: abc123, CODE=4f2, sessionJwt=e.y',
      'Token: [removed] CODE=[removed] sessionJwt=[removed]',
    ],
    ['{"code":"424242"}', '{"code":"[removed]"}'],
    ['no member ada@acme.example here', 'no member [e-mail] here'],
    ['your code is 424242.', 'your code is [removed].'],
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[removed]'],
    ["Cannot read properties of undefined (reading 'id')", null],
    ['/policies is gone', null],
  ])('scrubs %j', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed ?? text);
  });

  it('removes a token at any position', () => {
    const token = fc.stringMatching(/^[\w-]{24,80}$/);
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        expect(scrubText(`${before} ${secret} ${after}`)).not.toContain(secret);
        expect(scrubText(`${before}https://x.example/?q=${secret}`)).not.toContain(secret);
      }),
    );
  });

  it('searches at most 2,000 characters of a longer text', () => {
    const replace = vi.spyOn(String.prototype, 'replace');
    scrubText('https://'.repeat(5_000));
    const lengths = replace.mock.contexts.map((text) => String(text).length);
    replace.mockRestore();
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2_000);
  });

  it('removes a token also where the text that it reads ends', () => {
    const token = fc.stringMatching(/^[\w-]{24,80}$/);
    fc.assert(
      fc.property(token, fc.integer({ min: 1_900, max: 2_000 }), (secret, at) => {
        const scrubbed = scrubText(`${' '.repeat(at)}${secret} after`).trim();
        expect(['', '[removed]', '[removed] after']).toContain(scrubbed);
      }),
    );
  });

  it('returns at most 500 characters', () => {
    expect(scrubText('word '.repeat(1_000)).length).toBeLessThanOrEqual(500);
  });
});

describe('scrubScript', () => {
  it.each([
    ['https://a.example/assets/index-x.js?v=token', 'https://a.example/assets/index-x.js'],
    ['https://a.example/authenticate?token=abc', undefined],
    ['not an address', undefined],
    [undefined, undefined],
  ])('reduces %s to %s', (address, scrubbed) => {
    expect(scrubScript(address)).toBe(scrubbed);
  });
});
