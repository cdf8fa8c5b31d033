/* The constants of sign-in. Other modules import them and do not repeat the numbers. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Minutes a session lasts after a discovery exchange or a creation (R7.1, R7.2). */
export const SESSION_DURATION_MINUTES = 1_440;

/** Milliseconds between two background refreshes (R11.3). */
export const REFRESH_INTERVAL = 3 * MINUTE;

/** The base of the retry backoff, in milliseconds, doubled once per attempt: the first wait is about twice this (R11.4). */
export const BACKOFF_BASE = 2 * SECOND;

/** The attempt count at which the backoff stops growing (R11.4). */
export const BACKOFF_ATTEMPT_CAP = 7;

/** Half the width of the backoff's random jitter, in milliseconds (R11.4). */
export const BACKOFF_JITTER = 175;

/** Lifetime of an intermediate session and its cookie, in milliseconds (R13.8). */
export const INTERMEDIATE_SESSION_LIFETIME = 10 * MINUTE;

/** Milliseconds before the end of an intermediate session at which the person is warned (R6.17). */
export const INTERMEDIATE_SESSION_WARNING = 2 * MINUTE;

/** Lifetime of a verification code at the provider, in milliseconds (R8.20). */
export const CODE_LIFETIME = 10 * MINUTE;

/** Digits in a verification code, and the maximum length of a code field (R8.3). */
export const CODE_LENGTH = 6;

/** Milliseconds between two reads of the impersonation cookie (R12.3). */
export const IMPERSONATION_CHECK_INTERVAL = 1 * SECOND;

/** Name of the cookie that holds the impersonated member's id (R12.2). */
export const IMPERSONATION_COOKIE = 'impersonated_member_id';

/** Milliseconds after which a busy state ends with a notice (R11.15). */
export const CALL_TIMEOUT = 15 * SECOND;

/** Milliseconds before a code or a link may be sent again (R8.16). */
export const RESEND_COOLDOWN = 30 * SECOND;

/** Milliseconds before the end of a session at which the member is warned (R11.11). */
export const SESSION_WARNING = 5 * MINUTE;

/** Milliseconds after which a tab checks again whether another tab has refreshed the session (R11.8). */
export const DEFERRED_REFRESH_DELAY = 2 * SECOND;

/** Maximum length of a stored redirect, in characters. */
export const REDIRECT_MAX_LENGTH = 2_048;

/** Maximum length of an organization name at the provider, in characters. */
export const ORGANIZATION_NAME_MAX_LENGTH = 128;

/** Number of organizations from which the list has a filter. */
export const ORGANIZATION_FILTER_FROM = 8;

/** Rows of the list up to which Tab stops at each; a longer list is one stop (R6.11). */
export const ORGANIZATION_TAB_STOPS = 15;

/** Rows that a list of organizations renders at most. The filter finds the others. */
export const ORGANIZATION_ROWS_SHOWN = 50;
