import { vi } from 'vitest';
import type { Provider } from '#src/stytch/stytch-auth.ts';
import type { Bench } from './harness.ts';

/** Ada signed in to Acme, the page loaded again, and the clock in the test's hands (`vi.useRealTimers` gives it back). */
export async function signedIn(bench: Bench): Promise<Provider> {
  await bench.signIn('ada@acme.example', 'acme');
  vi.useFakeTimers();
  const provider = await bench.load();
  bench.handler.store.state.requests.length = 0;
  return provider;
}
