// @vitest-environment happy-dom
import { NextSdk } from '../support/next-sdk.ts';
import { signInContract } from '../support/sdk-sign-in-contract.ts';

signInContract(NextSdk);
