import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { SessionProvider } from '#src/api/session.tsx';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { MemberShell } from './member-shell.tsx';
import { useServices } from './services-context.tsx';

/**
 * The layout of every page that needs a session (R2.9). It gives pages the session of `src/api`. Without a session, it
 * shows the sign-in in place of the page (R2.10). The address stays.
 */
export function MemberLayout() {
  const auth = useAuth();
  const { view, send } = auth;
  const services = useServices();
  const [isArrival, setIsArrival] = useState(!services.hadSessionAtStart);
  if (view.screen !== 'app') {
    if (!isArrival) setIsArrival(true);
    return <SignInScreen {...auth} view={view} />;
  }
  return (
    <MemberShell view={view} send={send} isArrival={isArrival}>
      <SessionProvider session={view.session} services={services} isSwitching={view.switching}>
        <Outlet />
      </SessionProvider>
    </MemberShell>
  );
}
