// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { sessionContract } from '../support/sdk-session-contract.ts';

sessionContract(StytchB2BHeadlessClient);
