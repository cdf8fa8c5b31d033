import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { feedConfig } from '#chart/chart.config.ts';
import { publishFeed } from '#chart/feed/publish-feed.ts';
import { lastOrganization } from '../storage/last-organization.ts';
import { isStorageAllowed } from '../storage/web-storage.ts';
import type { CallbackParams } from '../stytch/callback.ts';
import { createStytchAuth } from '../stytch/stytch-auth.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { CookiesNeededPage } from '../ui/cookies-needed-page.tsx';
import { ErrorPage } from '../ui/error-page.tsx';
import { startAuth } from './auth-actor.ts';
import { readEnv, readTelemetry } from './env.ts';
import { navigateOnEmitted, saveRequestedPage } from './navigation.ts';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';
import { AuthContext } from './shell/auth-context.tsx';
import { ServicesContext } from './shell/services-context.tsx';
import { trackPageViews } from './track-page-views.ts';

const root = createRoot(document.getElementById('root') ?? document.body, {
  // What an error page stands in for is an error all the same.
  onCaughtError: (error) => window.reportError(error),
});

interface Start {
  /** What this tab came back with. */
  readonly callbackParams: CallbackParams | null;
  /** Lets the browser paint and answer between two long pieces of work. */
  readonly yieldToMain: () => Promise<void>;
}

/** The page that stands in for a product that could not be put together. */
export function drawFailure(): void {
  root.render(<ErrorPage kind="unexpected" />);
}

/**
 * Puts the product together and draws it: the composition root.
 *
 * @throws what kept it from being put together; nothing is drawn then
 */
export async function boot({ callbackParams, yieldToMain }: Start): Promise<void> {
  if (!isStorageAllowed()) {
    root.render(<CookiesNeededPage />);
    return;
  }
  const env = readEnv();
  const telemetry = startTelemetry(readTelemetry(), Date.now);
  const router = createAppRouter();
  trackPageViews(router, telemetry);
  await yieldToMain();
  const stytchAuth = await createStytchAuth({
    publicToken: env.publicToken,
    apiOrigin: env.emulated ? window.location.origin : null,
    callbackParams,
    yieldToMain,
    now: Date.now,
    random: Math.random,
  });
  const actor = startAuth(stytchAuth, (auth, beginning) => {
    navigateOnEmitted(auth, router);
    telemetry.observe(auth);
    if (import.meta.env.VITE_CHART !== 'off') publishFeed(auth, beginning, feedConfig);
  });
  saveRequestedPage(actor, router);
  router.subscribe('onBeforeNavigate', () => stytchAuth.routeChanged());
  await yieldToMain();
  root.render(
    <StrictMode>
      <AuthContext value={{ actor, termsUrl: env.termsUrl, lastUsed: lastOrganization.read }}>
        <ServicesContext value={createServices(stytchAuth, env)}>
          <RouterProvider router={router} />
        </ServicesContext>
      </AuthContext>
    </StrictMode>,
  );
}
