// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { describeSdkSessionCalls } from '../support/sdk-session-calls.ts';

describeSdkSessionCalls(StytchB2BHeadlessClient);
