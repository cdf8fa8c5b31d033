import { type ReactNode, useState } from 'react';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { MemberShell } from './member-shell.tsx';

interface SessionGateProps {
  /** Whether a member was signed in when the page was opened, for whom the session is no news (R1.19). */
  readonly hadSessionAtStart: boolean;
  readonly children: ReactNode;
}

/** Shows the sign-in in place of its children while there is no session (R2.10). The address stays. */
export function SessionGate({ hadSessionAtStart, children }: SessionGateProps) {
  const auth = useAuth();
  const { view, send } = auth;
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
