// @vitest-environment happy-dom
import { NextSdk } from '../support/next-sdk.ts';
import { sessionContract } from '../support/sdk-session-contract.ts';

sessionContract(NextSdk);
