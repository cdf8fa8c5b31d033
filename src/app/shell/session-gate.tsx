import type { ReactNode } from 'react';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { MemberShell } from './member-shell.tsx';

/** Shows the sign-in in place of its children while there is no session (R2.10). The address stays. */
export function SessionGate({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const { view, send } = auth;
  if (view.screen !== 'app') return <SignInScreen {...auth} view={view} />;
  return (
    <MemberShell view={view} send={send}>
      {children}
    </MemberShell>
  );
}
