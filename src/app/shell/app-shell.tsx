import { useEffect, useState } from 'react';
import type { SignInView } from '#src/features/sign-in/screens/screen.types.ts';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import type { LazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { useAuth } from './auth-context.tsx';
import { EmulatorRibbon } from './emulator-ribbon/emulator-ribbon.tsx';
import { useIsHydrated } from './hydration.ts';
import { Impersonation } from './impersonation/impersonation.tsx';
import { PersonNotice } from './person-notice.tsx';

interface AppShellProps {
  /** The router with its pages. They are loaded when there is a session or a public page to show. */
  readonly Pages: LazyComponent<object>;
  /** Loads what the pages need to draw the present address. */
  readonly preparePages: () => Promise<void>;
  /** Whether the address is a public page's. */
  readonly isPublicPage: boolean;
}

/** The shell of every page: banner and notice above the sign-in, or above the pages behind it. */
export function AppShell({ Pages, preparePages, isPublicPage }: AppShellProps) {
  const auth = useAuth();
  const { view } = auth;
  const isHydrated = useIsHydrated();
  const isSignedIn = view.screen === 'app';
  // Once rendered, the router stays: its session gate shows the sign-in when the session ends.
  const [arePagesShown, setArePagesShown] = useState(isPublicPage || isSignedIn);
  const [signInView, setSignInView] = useState<SignInView | null>(null);
  if (view.screen !== 'app' && !arePagesShown && signInView !== view) setSignInView(view);
  // Until the router can draw the page, the sign-in stays: the window is never empty (R1.21).
  const isWaiting = isSignedIn && !arePagesShown;
  useEffect(() => {
    // A failure is shown when the pages are rendered (R1.8).
    if (isWaiting) preparePages().then(showPages, showPages);
    function showPages(): void {
      setArePagesShown(true);
    }
  }, [isWaiting, preparePages]);
  return (
    <>
      {isHydrated ? <Impersonation /> : null}
      {isHydrated ? <PersonNotice /> : null}
      {arePagesShown || signInView === null ? (
        <Pages />
      ) : (
        <SignInScreen {...auth} view={signInView} />
      )}
      {import.meta.env.VITE_EMULATOR ? <EmulatorRibbon /> : null}
    </>
  );
}
