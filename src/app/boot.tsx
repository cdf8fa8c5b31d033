import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { feedConfig } from '#chart/chart.config.ts';
import { publishFeed } from '#chart/feed/publish-feed.ts';
import { lastOrganization } from '../storage/last-organization.ts';
import { isStorageAllowed } from '../storage/web-storage.ts';
import type { CallbackParams } from '../stytch/callback.ts';
import { readSecurityChecks } from '../stytch/sdk/security-check-scripts.ts';
import { hasIntermediateCookie, hasSessionCookie } from '../stytch/session/session.ts';
import { createStytchAuth } from '../stytch/stytch-auth.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { CookiesNeededPage } from '../ui/cookies-needed-page.tsx';
import { ErrorPage } from '../ui/error-page.tsx';
import { startAuthActor } from './auth-actor.ts';
import { readEnv, readTelemetryEnv } from './env.ts';
import { navigateOnEmitted, saveRequestedPage } from './navigation.ts';
import { preloadScreensAfterLogin } from './preload-screens.ts';
import { createAppRouter } from './router.tsx';
import { createServices } from './services.ts';
import { AuthContext } from './shell/auth-context.tsx';
import { ServicesContext } from './shell/services-context.tsx';
import { preloadScreens } from './shell/session-gate.tsx';
import { isInterruptedImport } from './stale-build.ts';
import { trackPageViews } from './track-page-views.ts';

const root = createRoot(document.getElementById('root') ?? document.body, {
  // React does not report an error that an error page has caught.
  onCaughtError: (error) => {
    if (!isInterruptedImport(error)) window.reportError(error);
  },
});

interface BootOptions {
  /** The parameters of a callback route, if the page was opened on one. */
  readonly callbackParams: CallbackParams | null;
  /** Lets the browser paint and handle input between two long tasks. */
  readonly yieldToMain: () => Promise<void>;
}

/** Shows the error page when the app could not start. */
export function renderFailure(): void {
  root.render(<ErrorPage kind="unexpected" />);
}

/**
 * The composition root: creates the parts of the app, connects them and renders the app.
 *
 * @throws when the app cannot start; nothing is rendered then
 */
export async function boot({ callbackParams, yieldToMain }: BootOptions): Promise<void> {
  if (!isStorageAllowed()) {
    root.render(<CookiesNeededPage />);
    return;
  }
  const env = readEnv();
  const telemetry = startTelemetry(readTelemetryEnv(), Date.now);
  const router = createAppRouter();
  trackPageViews(router, telemetry);
  // With a session the first rendering can need a late screen. Until then the first paint stays (R1.9).
  const preloaded = hasSessionCookie() || hasIntermediateCookie() ? preloadScreens() : null;
  await yieldToMain();
  const stytchAuth = await createStytchAuth({
    publicToken: env.publicToken,
    apiOrigin: env.emulated ? window.location.origin : null,
    securityChecks: readSecurityChecks(import.meta.env.VITE_SECURITY_CHECKS ?? ''),
    callbackParams,
    yieldToMain,
    now: Date.now,
    random: Math.random,
  });
  const actor = startAuthActor(stytchAuth, (auth, initialTransitions) => {
    navigateOnEmitted(auth, router);
    preloadScreensAfterLogin(auth, preloadScreens);
    telemetry.observe(auth);
    if (import.meta.env.VITE_CHART !== 'off') publishFeed(auth, initialTransitions, feedConfig);
  });
  saveRequestedPage(actor, router);
  router.subscribe('onBeforeNavigate', () => stytchAuth.routeChanged());
  await preloaded;
  await yieldToMain();
  root.render(
    <StrictMode>
      <AuthContext
        value={{
          actor,
          termsUrl: env.termsUrl,
          readLastOrganizationId: lastOrganization.read,
        }}
      >
        <ServicesContext value={createServices(stytchAuth, env)}>
          <RouterProvider router={router} />
        </ServicesContext>
      </AuthContext>
    </StrictMode>,
  );
}
