import { feedConfig } from '#chart/chart.config.ts';
import { publishFeed } from '#chart/feed/publish-feed.ts';
import type { DocumentStart } from '../document/document-start.ts';
import type { CallbackParams } from '../stytch/callback.ts';
import { readSecurityChecks } from '../stytch/sdk/security-check-scripts.ts';
import { createStytchAuth, type StytchAuth } from '../stytch/stytch-auth.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { type AuthActor, startAuthActor } from './auth-actor.ts';
import { type Env, readEnv, readTelemetryEnv } from './env.ts';
import { createPageAddress, navigateOnEmitted, type PageAddress } from './routing/navigation.ts';
import { trackPageViews } from './routing/track-page-views.ts';
import { recoverFromImportFailure } from './stale-build.ts';

/** Everything of the product that needs no React: what a click on the Google button waits for. */
export interface Core {
  readonly actor: AuthActor;
  readonly stytchAuth: StytchAuth;
  readonly env: Env;
  readonly address: PageAddress;
  /** Call this when a router has resolved an address. */
  readonly reportPage: () => void;
}

interface CoreOptions {
  /** The parameters of a callback route, if the page was opened on one. */
  readonly callbackParams: CallbackParams | null;
  /** What the document has done before. */
  readonly documentStart: DocumentStart | undefined;
  /** Lets the browser paint and handle input between two long tasks. */
  readonly yieldToMain: () => Promise<void>;
}

/**
 * Creates the provider code and the auth actor, connects them with the page, and starts the actor. A click that
 * the document has recorded reaches the actor as its event.
 *
 * @throws when the product cannot start
 */
export async function startCore(options: CoreOptions): Promise<Core> {
  const { callbackParams, documentStart, yieldToMain } = options;
  const env = readEnv();
  const telemetry = startTelemetry(readTelemetryEnv(), Date.now);
  const address = createPageAddress();
  const reportPage = trackPageViews(telemetry);
  await yieldToMain();
  const stytchAuth = await createStytchAuth({
    publicToken: env.publicToken,
    apiOrigin: env.emulated ? window.location.origin : null,
    securityChecks: readSecurityChecks(import.meta.env.VITE_SECURITY_CHECKS ?? ''),
    callbackParams,
    settingsResponse: documentStart?.settings ?? null,
    yieldToMain,
    onSdkLoaded: () => documentStart?.preloadScreens(),
    onImportFailure: recoverFromImportFailure,
    now: Date.now,
    random: Math.random,
  });
  const actor = startAuthActor(stytchAuth, (auth, initialTransitions) => {
    navigateOnEmitted(auth, address);
    telemetry.observe(auth);
    if (import.meta.env.VITE_CHART !== 'off') publishFeed(auth, initialTransitions, feedConfig);
  });
  documentStart?.onGoogleStart(() => actor.send({ type: 'google.start' }));
  reportPage();
  return { actor, stytchAuth, env, address, reportPage };
}
