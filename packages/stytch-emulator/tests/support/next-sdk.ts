import { StytchB2BHeadlessClient } from 'stytch-next/b2b/headless';
import type { SdkClient } from './sdk-harness.ts';

/**
 * The newest major version of the SDK, with the types of the version that the product uses. The cast
 * is safe because the two differ only in fields that no test reads.
 */
export const NextSdk = StytchB2BHeadlessClient as unknown as SdkClient;
