import { useLocation, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { GithubPage } from '#src/features/public-pages/github-page.tsx';
import { keepSetupParameters, parseGithubSetup } from '#src/features/public-pages/github-setup.ts';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { useServices } from './services-context.tsx';

/**
 * Shows the setup in the address, and removes everything else from it. Signing in from here stores it in the redirect,
 * so that it returns here.
 */
export function GithubRoute() {
  const auth = useAuth();
  const { view } = auth;
  const { saveRedirect } = useServices();
  const { history } = useRouter();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const setup = parseGithubSetup(query);
  const kept = keepSetupParameters(query);
  useLayoutEffect(() => {
    if (kept !== query) history.replace(window.location.pathname + kept);
  }, [kept, query, history]);
  if (view.screen === 'loading' || (isSigningIn && view.screen !== 'app')) {
    return <SignInScreen {...auth} view={view} />;
  }
  const signIn = () => {
    saveRedirect(`/github/connected${kept}`);
    setIsSigningIn(true);
  };
  const session = view.screen === 'app' ? view.session : null;
  return <GithubPage setup={setup} session={session} onSignIn={signIn} />;
}
