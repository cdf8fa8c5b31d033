import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { preloadSignInScreens, SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';

const MemberShell = lazyRouteComponent(() => import('./member-shell.tsx'), 'MemberShell');

/** Loads what the product shows after the login screen and the selection. Never rejects. */
export async function preloadScreens(): Promise<void> {
  await Promise.all([MemberShell.preload?.(), preloadSignInScreens()]);
}

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
