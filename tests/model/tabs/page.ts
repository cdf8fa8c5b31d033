import { type Core, startCore } from '#src/app/core.ts';
import { readEnv } from '#src/app/env.ts';
import { consumeCallbackParams } from '#src/stytch/callback.ts';
import { connect } from '#src/stytch/connection.ts';

/** Starts the product in a page as `main.ts` does, without the document, screens and telemetry. */
export async function startPage(): Promise<Core> {
  const env = readEnv();
  const callbackParams = consumeCallbackParams();
  const connection = await connect({ ...env, securityChecks: [], now: Date.now });
  // It never renders, so that nothing observes the product.
  const rendered = new Promise<void>(() => undefined);
  const core = startCore({ env, connection, callbackParams, rendered });
  core.stytchAuth.routeChanged();
  return core;
}
