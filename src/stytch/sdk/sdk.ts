import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';

/** The SDK's client, in a chunk of its own. A module of ours exports it without the bundler's runtime. */
export const SdkClientClass = StytchB2BHeadlessClient;
