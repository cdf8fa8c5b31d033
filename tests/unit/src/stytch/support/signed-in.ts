import { vi } from 'vitest';
import type { StytchAuth } from '#src/stytch/stytch-auth.ts';
import type { Harness } from './harness.ts';

/** Ada signed in to Acme, the page loaded again, and the clock in the test's hands (`vi.useRealTimers` gives it back). */
export async function signedIn(harness: Harness): Promise<StytchAuth> {
  await harness.signIn('ada@acme.example', 'acme');
  vi.useFakeTimers();
  const stytchAuth = await harness.load();
  harness.handler.store.state.requests.length = 0;
  return stytchAuth;
}
