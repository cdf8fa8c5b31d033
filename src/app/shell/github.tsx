import { useState } from 'react';
import { GithubPage } from '#src/features/public-pages/github-page.tsx';
import { githubConnectedPath, readGithubSetup } from '#src/features/public-pages/github-setup.ts';
import { SignInScreen } from '#src/features/sign-in/sign-in-screen.tsx';
import { LoadingOverlay } from '#src/ui/loading-overlay.tsx';
import { useAuth } from './auth-context.tsx';
import { useServices } from './services-context.tsx';

/**
 * Where GitHub leads a person back to. Neither route needs a session (spec §2), so the page shows first;
 * whoever wants to go on signs in in its place, and what GitHub said goes along as the saved redirect.
 *
 * @param props `query`: the query of the address, as GitHub wrote it
 */
export function Github({ query }: { query: string }) {
  const { view, send, outside } = useAuth();
  const { wantPage } = useServices();
  const [signingIn, setSigningIn] = useState(false);
  const setup = readGithubSetup(query);
  if (view.screen === 'loading') return <LoadingOverlay doing={view.doing} />;
  if (signingIn && view.screen !== 'app') {
    return <SignInScreen view={view} send={send} {...outside} />;
  }
  const signIn = () => {
    if (setup !== null) wantPage(githubConnectedPath(setup));
    setSigningIn(true);
  };
  const session = view.screen === 'app' ? view.session : null;
  return <GithubPage setup={setup} session={session} onSignIn={signIn} />;
}
