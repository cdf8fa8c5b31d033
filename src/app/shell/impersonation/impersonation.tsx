import { displayName } from '#machines/rules/display-text.ts';
import { IMPERSONATION_CHECK_INTERVAL, IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { usePolled } from '#src/ui/hooks/use-polled.ts';

const Banner = lazyComponent(
  async () => (await import('./impersonation-banner.tsx')).ImpersonationBanner,
  null,
);

/**
 * Shows the banner on every screen while the impersonation cookie is not empty (R12.2). Where its code cannot be loaded
 * there is an error page: nothing is shown that does not say that somebody is impersonated.
 */
export function Impersonation() {
  const memberId = usePolled(readMemberId, IMPERSONATION_CHECK_INTERVAL);
  return memberId === '' ? null : <Banner memberId={memberId} />;
}

/** Loads the banner, if somebody is impersonated. */
export async function preloadImpersonation(): Promise<void> {
  if (readMemberId() !== '') await Banner.preload();
}

/** The id of the impersonated member; empty while the cookie is missing or empty (R12.3). */
function readMemberId(): string {
  const prefix = `${IMPERSONATION_COOKIE}=`;
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  return displayName(decodeOrKeep(cookie?.slice(prefix.length) ?? ''));
}

/** Returns a value unchanged that is not valid URI encoding, which another script may have written. */
function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
