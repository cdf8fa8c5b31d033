// First, so that no error of what follows is missed.
import './telemetry/early-errors.ts';
import './ui/tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAuth } from './app/auth.ts';
import { feedChart } from './app/chart-feed.ts';
import { readEnv, readTelemetry } from './app/env.ts';
import { navigateOnFacts, rememberWantedPage } from './app/navigation.ts';
import { createAppRouter } from './app/router.tsx';
import { createServices } from './app/services.ts';
import { isStale } from './app/stale-build.ts';
import { tellPages } from './app/tell-pages.ts';
import { AuthProvider } from './features/gate/auth-context.tsx';
import { ServicesProvider } from './features/gate/services-context.tsx';
import { takeReturned } from './provider/callback.ts';
import { createProvider } from './provider/provider.ts';
import { storageIsAllowed } from './provider/safe-storage.ts';
import { lastOrganization } from './storage/last-organization.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { CookiesNeededPage } from './ui/cookies-needed-page.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { LoadingOverlay } from './ui/loading-overlay.tsx';

// Before anything waits: a returned token leaves the address, and with it the history.
const returned = takeReturned();

// Whoever opens the chart itself does not wait for the sign-in first.
if (import.meta.env.VITE_CHART !== 'off' && window.location.pathname === '/chart') {
  import('./features/chart/chart-page.tsx').catch(() => undefined);
}

const root = createRoot(document.getElementById('root') ?? document.body, {
  // What an error page stands in for is an error all the same.
  onCaughtError: (error) => window.reportError(error),
});

async function boot(): Promise<void> {
  if (!storageIsAllowed()) {
    root.render(<CookiesNeededPage />);
    return;
  }
  root.render(<LoadingOverlay doing="restoring" />);
  const env = readEnv();
  const telemetry = startTelemetry(readTelemetry(), Date.now);
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
  tellPages(router, telemetry);
  const actor = startAuth(provider, (auth) => {
    navigateOnFacts(auth, router);
    telemetry.observe(auth);
    if (import.meta.env.VITE_CHART !== 'off') feedChart(auth);
  });
  waiting.inStepUp = () => actor.getSnapshot().matches({ signedOut: 'stepUp' });
  rememberWantedPage(actor, router);
  router.subscribe('onBeforeNavigate', () => provider.routeChanged());
  root.render(
    <StrictMode>
      <AuthProvider auth={{ actor, termsUrl: env.termsUrl, lastUsed: lastOrganization.read }}>
        <ServicesProvider services={createServices(provider, env)}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </AuthProvider>
    </StrictMode>,
  );
}

boot().catch((error: unknown) => {
  if (isStale(error)) {
    window.location.reload();
    return;
  }
  window.reportError(error);
  root.render(<ErrorPage kind="unexpected" />);
});
