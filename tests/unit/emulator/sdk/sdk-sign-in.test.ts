// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { signInContract } from '../support/sdk-sign-in-contract.ts';

signInContract(StytchB2BHeadlessClient);
