import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';

/** The SDK's client, in a module of its own: its chunk needs no code of the bundler to export it. */
export const SdkClientClass = StytchB2BHeadlessClient;
