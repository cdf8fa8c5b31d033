import type { CallbackParams } from '../stytch/callback.ts';
import type { Connection } from '../stytch/connection.ts';
import { createStytchAuth, type StytchAuth } from '../stytch/stytch-auth.ts';
import { deferredService } from '../telemetry/deferred-service.ts';
import { onUnhandledError } from '../telemetry/unhandled-errors.ts';
import { type AuthActor, startAuthActor } from './auth-actor.ts';
import type { Env } from './env.ts';
import { navigateOnEmitted } from './routing/navigation.ts';
import { addStepEntry } from './routing/step-entry.ts';
import { trackPageViews } from './routing/track-page-views.ts';
import { recoverUnlessTyping } from './stale-build.ts';
import { whenIdle } from './when-idle.ts';

/** Everything of the product that needs no React. */
export interface Core {
  readonly actor: AuthActor;
  readonly stytchAuth: StytchAuth;
  readonly env: Env;
  /** Call this when a router has resolved an address. */
  readonly reportPage: () => void;
}

interface CoreOptions {
  readonly env: Env;
  readonly connection: Connection;
  /** The parameters of a callback route, if the page was opened on one. */
  readonly callbackParams: CallbackParams | null;
  /** Resolves when the first screen is rendered, or cannot be. */
  readonly rendered: Promise<void>;
}

/**
 * Creates the auth actor, connects it with the page and the provider, and starts it.
 *
 * @throws when the product cannot start
 */
export function startCore({ env, connection, callbackParams, rendered }: CoreOptions): Core {
  const observe = deferredService(
    async () => (await import('./observers.ts')).startObservers(),
    (work) => void rendered.then(() => whenIdle(work)),
  );
  onUnhandledError(({ error, at }) => observe((observers) => observers.error(error, at)));
  const reportPage = trackPageViews((route, at) =>
    observe((observers) => observers.page(route, at)),
  );
  const stytchAuth = createStytchAuth(connection, {
    callbackParams,
    random: Math.random,
    recover: recoverUnlessTyping,
  });
  const actor = startAuthActor(
    stytchAuth,
    (auth) => {
      navigateOnEmitted(auth);
      auth.on('callRejected', ({ call, name, code }) =>
        window.reportError(
          new Error(`${call} was rejected: ${name}${code === null ? '' : ` ${code}`}`),
        ),
      );
      auth.on('creationFailed', (failure) => {
        const at = Date.now();
        observe((observers) => observers.creationFailed(failure, at));
      });
    },
    (auth, step) => observe((observers) => observers.step(auth, step)),
  );
  addStepEntry(actor);
  reportPage();
  return { actor, stytchAuth, env, reportPage };
}
