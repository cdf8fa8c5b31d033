/**
 * Every constant of sign-in, with its unit, in one place. Nothing else in the product spells
 * one of these numbers out.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Minutes a session lasts after a discovery exchange or a creation (R7.1, R7.2). */
export const SESSION_DURATION_MINUTES = 1_440;

/** Milliseconds between two background refreshes (R11.3). */
export const REFRESH_INTERVAL = 3 * MINUTE;

/** First delay of the retry backoff, in milliseconds, doubled once per attempt (R11.4). */
export const BACKOFF_BASE = 2 * SECOND;

/** The attempt count at which the backoff stops growing (R11.4). */
export const BACKOFF_ATTEMPT_CAP = 7;

/** Half the width of the backoff's random jitter, in milliseconds (R11.4). */
export const BACKOFF_JITTER = 175;

/** Milliseconds an intermediate session lives, and its cookie with it (R13.8). */
export const INTERMEDIATE_SESSION_LIFETIME = 10 * MINUTE;

/** Digits in a verification code, and the most a code field takes (R8.3). */
export const CODE_LENGTH = 6;

/** Milliseconds between two looks at the impersonation cookie (R12.3). */
export const IMPERSONATION_CHECK_INTERVAL = 1 * SECOND;

/** Name of the cookie that holds the impersonated member's id (R12.2). */
export const IMPERSONATION_COOKIE = 'impersonated_member_id';

/** Where a member lands when no redirect was saved (R3.2). */
export const DEFAULT_REDIRECT = '/policies';

/** Milliseconds after which a busy state gives up with a sentence and a way back. */
export const BUSY_TIMEOUT = 15 * SECOND;

/** Milliseconds between two sends of a code or a link to the same person. */
export const RESEND_COOLDOWN = 30 * SECOND;

/** Milliseconds before the end of a session at which its member is warned. */
export const SESSION_WARNING = 5 * MINUTE;

/** Milliseconds a tab waits before it looks again whether another tab has refreshed the session. */
export const DEFERRED_REFRESH_DELAY = 2 * SECOND;

/** Characters in the longest redirect that is remembered. */
export const REDIRECT_MAX_LENGTH = 2_048;

/** Characters in the longest organization name the provider takes. */
export const ORGANIZATION_NAME_MAX_LENGTH = 128;

/** From this many organizations on, the list offers a filter. */
export const ORGANIZATION_FILTER_FROM = 8;
