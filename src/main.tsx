import './ui/tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAuth } from './app/auth.ts';
import { readEnv } from './app/env.ts';
import { navigateOnFacts, rememberWantedPage } from './app/navigation.ts';
import { createAppRouter } from './app/router.tsx';
import { AuthProvider } from './features/gate/auth-context.tsx';
import { takeReturned } from './provider/callback.ts';
import { createProvider } from './provider/provider.ts';
import { storageIsAllowed } from './provider/safe-storage.ts';
import { CookiesNeededPage } from './ui/cookies-needed-page.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { LoadingOverlay } from './ui/loading-overlay.tsx';

// Before anything waits: a returned token leaves the address, and with it the history.
const returned = takeReturned();

const root = createRoot(document.getElementById('root') ?? document.body);

async function boot(): Promise<void> {
  if (!storageIsAllowed()) {
    root.render(<CookiesNeededPage />);
    return;
  }
  root.render(<LoadingOverlay doing="restoring" />);
  const env = readEnv();
  const waiting = { inStepUp: () => false };
  const provider = await createProvider({
    publicToken: env.publicToken,
    apiOrigin: env.emulated ? window.location.origin : null,
    returned,
    isWaiting: () => waiting.inStepUp(),
    now: Date.now,
    random: Math.random,
  });
  const router = createAppRouter();
  const actor = startAuth(provider, (auth) => navigateOnFacts(auth, router));
  waiting.inStepUp = () => actor.getSnapshot().matches({ signedOut: 'stepUp' });
  rememberWantedPage(actor, router);
  router.subscribe('onBeforeNavigate', () => provider.routeChanged());
  root.render(
    <StrictMode>
      <AuthProvider auth={{ actor, termsUrl: env.termsUrl }}>
        <RouterProvider router={router} />
      </AuthProvider>
    </StrictMode>,
  );
}

boot().catch(() => root.render(<ErrorPage kind="unexpected" />));
