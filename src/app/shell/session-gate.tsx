import type { ReactNode } from 'react';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { MemberShell } from './member-shell.tsx';

/**
 * What stands before every route that needs a session (spec §2): without one the login screen shows in
 * place, under the wanted address.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { view, send, outside } = useAuth();
  if (view.screen !== 'app') return <SignInScreen view={view} send={send} {...outside} />;
  return (
    <MemberShell view={view} send={send}>
      {children}
    </MemberShell>
  );
}
