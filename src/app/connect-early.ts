import type { DocumentStart } from '../document/document-start.ts';
import { signInRecord } from '../storage/sign-in-keys.ts';
import type { CallbackParams } from '../stytch/callback.ts';
import { type Connection, connect } from '../stytch/connection.ts';
import { readSecurityChecks } from '../stytch/sdk/security-check-scripts.ts';
import type { Env } from './env.ts';
import { saveMemberPage } from './routing/save-member-page.ts';
import { yieldToMain } from './yield-to-main.ts';

/**
 * Connects with the provider while the auth machine is still being fetched, and starts Google for a click that the
 * document has recorded (R4.2).
 *
 * @throws when the product cannot start
 */
export async function connectEarly(
  { publicToken, emulated }: Env,
  callbackParams: CallbackParams | null,
  documentStart: DocumentStart,
): Promise<Connection> {
  const connection = await connect({
    publicToken,
    apiOrigin: emulated ? window.location.origin : null,
    // A build that allows none has no code that reads them.
    securityChecks: import.meta.env.VITE_SECURITY_CHECKS
      ? readSecurityChecks(import.meta.env.VITE_SECURITY_CHECKS)
      : [],
    callbackParams,
    settingsResponse: documentStart.settings,
    yieldToMain,
    onSdkLoaded: documentStart.preloadScreens,
    now: Date.now,
  });
  documentStart.onGoogleStart(() => {
    // What the machine and the screens do when the login is left. The page may be gone before they run.
    saveMemberPage();
    signInRecord.write({ shownPerson: null });
    connection.google.startEarly();
  });
  return connection;
}
