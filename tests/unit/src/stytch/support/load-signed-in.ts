import { vi } from 'vitest';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import type { Harness } from './harness.ts';

/** Signs Ada in to Acme, and loads the page again with fake timers. */
export async function loadSignedIn(harness: Harness): Promise<StytchAuth> {
  await harness.signIn('ada@acme.example', 'acme');
  vi.useFakeTimers();
  const stytchAuth = await harness.load();
  harness.handler.store.state.requests.length = 0;
  return stytchAuth;
}
