import { expect, test } from 'vitest';
import * as limits from '#machines/rules/limits.ts';

test('the constants are those of the requirements [R6.17, R7.1, R7.2, R8.3, R8.16, R8.20, R11.3, R11.4, R11.11, R11.15, R12.3, R13.8]', () => {
  expect(limits).toMatchObject({
    SESSION_DURATION_MINUTES: 1_440,
    REFRESH_INTERVAL: 180_000,
    BACKOFF_BASE: 2_000,
    BACKOFF_ATTEMPT_CAP: 7,
    BACKOFF_JITTER: 175,
    INTERMEDIATE_SESSION_LIFETIME: 600_000,
    INTERMEDIATE_SESSION_WARNING: 120_000,
    CODE_LIFETIME: 600_000,
    CODE_LENGTH: 6,
    IMPERSONATION_CHECK_INTERVAL: 1_000,
    IMPERSONATION_COOKIE: 'impersonated_member_id',
    BUSY_TIMEOUT: 15_000,
    RESEND_COOLDOWN: 30_000,
    SESSION_WARNING: 300_000,
    SIGNED_OUT_AT_KEY: 'auth_signed_out_at',
  });
});
