import { useMinutesUntil } from '#src/ui/use-minutes-until.ts';
import { useAuth } from '../auth-context.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { useImpersonatedMemberId } from './use-impersonated-member-id.ts';

/**
 * Shows the banner on every screen while the impersonation cookie is not empty (R12.2). Its code is not loaded late:
 * without it, nothing says that somebody is impersonated, and nothing ends it.
 */
export function Impersonation() {
  const { view, send } = useAuth();
  const memberId = useImpersonatedMemberId();
  const session = view.screen === 'app' ? view.session : null;
  const minutes = useMinutesUntil(session?.expiresAt ?? 0);
  if (memberId === null) return null;
  return (
    <ImpersonationBanner
      memberId={memberId}
      minutesLeft={session === null ? null : minutes}
      onStop={() => send({ type: 'impersonation.stop' })}
    />
  );
}
