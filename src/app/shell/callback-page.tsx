import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { LoadingOverlay } from '#src/ui/feedback/loading-overlay.tsx';
import { useAuth } from './auth-context.tsx';

/** Redirect target of Google and of e-mailed links (R2.1, R2.2). Shows the sign-in until the app navigates away. */
export function CallbackPage() {
  const auth = useAuth();
  const { view } = auth;
  if (view.screen === 'app') return <LoadingOverlay doing="signing_in" />;
  return <SignInScreen {...auth} view={view} />;
}
