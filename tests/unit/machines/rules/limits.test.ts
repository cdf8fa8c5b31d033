import { expect, test } from 'vitest';
import * as limits from '#machines/rules/limits.ts';

test('the constants that neither the specification nor backoff.test.ts compares are those of the requirements [R3.3, R6.11, R6.12, R6.16, R7.1, R8.3, R11.8, R11.15, R12.3]', () => {
  expect(limits).toMatchObject({
    SESSION_DURATION_MINUTES: 1_440,
    CODE_LENGTH: 6,
    IMPERSONATION_CHECK_INTERVAL: 1_000,
    IMPERSONATION_COOKIE: 'impersonated_member_id',
    CALL_TIMEOUT: 15_000,
    DEFERRED_REFRESH_DELAY: 2_000,
    REDIRECT_MAX_LENGTH: 2_048,
    ORGANIZATION_FILTER_FROM: 8,
    ORGANIZATION_TAB_STOPS: 15,
    ORGANIZATION_ROWS_SHOWN: 50,
  });
});
