// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { describeSdkSignInCalls } from '../support/sdk-sign-in-calls.ts';

describeSdkSignInCalls(StytchB2BHeadlessClient);
