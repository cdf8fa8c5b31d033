import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { useAuth } from './auth-context.tsx';

/** Where Google and e-mailed links lead back to: sign-in goes on here, and whoever is in moves on. */
export function Callback() {
  const { view, send, outside } = useAuth();
  if (view.screen === 'app') return <LoadingOverlay doing="signing_in" />;
  return <SignInScreen view={view} send={send} {...outside} />;
}
