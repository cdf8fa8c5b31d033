import { useState } from 'react';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import type { LazyComponent } from '#src/ui/lazy-component.ts';
import { useAuth } from './auth-context.tsx';
import { EmulatorRibbon } from './emulator-ribbon/emulator-ribbon.tsx';
import { useIsHydrated } from './hydration.ts';
import { Impersonation } from './impersonation/impersonation.tsx';

interface AppShellProps {
  /** The router with its pages. They are loaded when there is a session or a public page to show. */
  readonly Pages: LazyComponent<object>;
  /** Whether the address is a public page's. */
  readonly isPublicPage: boolean;
}

/** What is on every page: the sign-in, or the pages behind it. */
export function AppShell({ Pages, isPublicPage }: AppShellProps) {
  const auth = useAuth();
  const { view } = auth;
  const isHydrated = useIsHydrated();
  // Once rendered, the router stays: its session gate shows the sign-in when the session ends.
  const [hadSession, setHadSession] = useState(false);
  if (view.screen === 'app' && !hadSession) setHadSession(true);
  return (
    <>
      {isHydrated ? <Impersonation /> : null}
      {isPublicPage || hadSession || view.screen === 'app' ? (
        <Pages />
      ) : (
        <SignInScreen {...auth} view={view} />
      )}
      {import.meta.env.VITE_EMULATOR ? <EmulatorRibbon /> : null}
    </>
  );
}
