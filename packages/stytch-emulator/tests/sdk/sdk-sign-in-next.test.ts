// @vitest-environment happy-dom
import { NextSdk } from '../support/next-sdk.ts';
import { describeSdkSignInCalls } from '../support/sdk-sign-in-calls.ts';

describeSdkSignInCalls(NextSdk);
