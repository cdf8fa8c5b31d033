import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { GithubPage } from '#src/features/public-pages/github-page.tsx';
import { githubConnectedPath, parseGithubSetup } from '#src/features/public-pages/github-setup.ts';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { useAuth } from './auth-context.tsx';
import { useServices } from './services-context.tsx';

/** Shows the setup in the address. Signing in from here stores it in the redirect, so that it returns here. */
export function GithubRoute() {
  const auth = useAuth();
  const { view } = auth;
  const { saveRedirect } = useServices();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const setup = parseGithubSetup(useLocation({ select: ({ searchStr }) => searchStr }));
  if (view.screen === 'loading' || (isSigningIn && view.screen !== 'app')) {
    return <SignInScreen {...auth} view={view} />;
  }
  const signIn = () => {
    if (setup !== null) saveRedirect(githubConnectedPath(setup));
    setIsSigningIn(true);
  };
  const session = view.screen === 'app' ? view.session : null;
  return <GithubPage setup={setup} session={session} onSignIn={signIn} />;
}
