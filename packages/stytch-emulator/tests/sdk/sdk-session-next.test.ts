// @vitest-environment happy-dom
import { NextSdk } from '../support/next-sdk.ts';
import { describeSdkSessionCalls } from '../support/sdk-session-calls.ts';

describeSdkSessionCalls(NextSdk);
