// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from 'stytch-next/b2b/headless';
import { describe } from 'vitest';
import type { SdkClient } from '../../../packages/stytch-emulator/tests/support/sdk-harness.ts';
import { describeSdkSessionCalls } from '../../../packages/stytch-emulator/tests/support/sdk-session-calls.ts';
import { describeSdkSignInCalls } from '../../../packages/stytch-emulator/tests/support/sdk-sign-in-calls.ts';

/** The cast is safe because the two versions differ only in fields that no test reads. */
const NewestClient = StytchB2BHeadlessClient as unknown as SdkClient;

describe('the newest major version of the SDK', () => {
  describeSdkSignInCalls(NewestClient);
  describeSdkSessionCalls(NewestClient);
});
