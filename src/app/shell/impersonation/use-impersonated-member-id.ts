import { displayName } from '#machines/rules/display-text.ts';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { usePolled } from '#src/ui/use-polled.ts';

/**
 * Reads the impersonation cookie every second (R12.3).
 *
 * @returns the id of the impersonated member; `null` while the cookie is missing or empty
 */
export function useImpersonatedMemberId(): string | null {
  return usePolled(readMemberId, IMPERSONATION_CHECK_INTERVAL);
}

function readMemberId(): string | null {
  const prefix = `${IMPERSONATION_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  const memberId = displayName(decodeOrKeep(cookie?.slice(prefix.length) ?? ''));
  return memberId === '' ? null : memberId;
}

/** Returns a value unchanged that is not valid URI encoding, which another script may have written. */
function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
