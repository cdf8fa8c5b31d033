import { StytchB2BHeadlessClient } from 'stytch-next/b2b/headless';
import type { SdkClient } from './sdk-harness.ts';

/**
 * The newest major version of the SDK under the types of the one the product uses. They differ in
 * fields that no contract reads, hence this one cast; both contracts run with it are its test.
 */
export const NextSdk = StytchB2BHeadlessClient as unknown as SdkClient;
