// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { describeSdkCalls } from '../support/sdk-calls.ts';

describeSdkCalls(StytchB2BHeadlessClient);
