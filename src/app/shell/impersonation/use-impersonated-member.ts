import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { usePolled } from '#src/ui/use-polled.ts';

/**
 * Who is impersonated, by the impersonation cookie, looked at every second (R12.3).
 *
 * @returns the id of the member, or `null` while the cookie is missing or empty
 */
export function useImpersonatedMember(): string | null {
  return usePolled(impersonatedMember, IMPERSONATION_CHECK_INTERVAL);
}

function impersonatedMember(): string | null {
  const prefix = `${IMPERSONATION_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  const memberId = decoded(cookie?.slice(prefix.length) ?? '').trim();
  return memberId === '' ? null : memberId;
}

/** A cookie that somebody else wrote may not be decodable; it is shown as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
