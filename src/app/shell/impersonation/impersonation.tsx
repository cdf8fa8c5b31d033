import { useMinutesUntil } from '#src/ui/use-time-until.ts';
import { useAuth } from '../auth-context.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { useImpersonatedMember } from './use-impersonated-member.ts';

/** The banner over every screen while the impersonation cookie holds a member's id (R12.2). */
export function Impersonation() {
  const { view, send } = useAuth();
  const memberId = useImpersonatedMember();
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
