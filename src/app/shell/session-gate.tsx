import { type ReactNode, useState } from 'react';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { MemberShell } from './member-shell.tsx';
import { useServices } from './services-context.tsx';

/** Shows the sign-in in place of its children while there is no session (R2.10). The address stays. */
export function SessionGate({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { view, send } = auth;
  const { hadSessionAtStart } = useServices();
  const [isArrival, setIsArrival] = useState(!hadSessionAtStart);
  if (view.screen !== 'app') {
    if (!isArrival) setIsArrival(true);
    return <SignInScreen {...auth} view={view} />;
  }
  return (
    <MemberShell view={view} send={send} isArrival={isArrival}>
      {children}
    </MemberShell>
  );
}
