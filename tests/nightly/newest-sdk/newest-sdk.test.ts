// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from 'stytch-next/b2b/headless';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../packages/stytch-emulator/server.ts';
import { connectionLines } from '../../../packages/stytch-emulator/startup-banner.ts';
import { describeSdkCalls } from '../../../packages/stytch-emulator/tests/support/sdk-calls.ts';
import type { SdkClient } from '../../../packages/stytch-emulator/tests/support/sdk-harness.ts';

/** The cast is safe because the two versions differ only in fields that no test reads. */
const NewestClient = StytchB2BHeadlessClient as unknown as SdkClient;

describe('the newest major version of the SDK', () => {
  describeSdkCalls(NewestClient);

  it('is connected by the line that the emulator prints for browsers', async () => {
    const emulator = await createEmulator();
    try {
      const code = connectionLines(emulator.origin)['Browser, @stytch/vanilla-js 5 and 6'];
      const connect = new Function('StytchB2BHeadlessClient', `return ${code}`);
      const client: InstanceType<SdkClient> = connect(StytchB2BHeadlessClient);
      await client.magicLinks.email.discovery.send({
        email_address: 'ada@acme.example',
        discovery_redirect_url: 'http://localhost:5173/discovery',
      });
      expect(emulator.store.state.mail).toHaveLength(1);
    } finally {
      await emulator.close();
    }
  });
});
