import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';
import { domWindow } from './dom-window.ts';

/**
 * Console output that the tests cause on purpose and that is no result of theirs, each with the reason. A test
 * that is about a message asserts it with a spy of its own, which never reaches this list.
 */
const EXPECTED: readonly RegExp[] = [
  // Every simulated tab and every contract test has its own SDK client, in one process.
  /^\[Stytch\] It looks like you're creating multiple copies of the Stytch client\./,
  // The contract tests redeem a token without the verifier that would belong to it.
  /^\[Stytch\] No code verifier found in local storage for OAuth flow\./,
  // A sign-in that an identity provider starts has no verifier.
  /^\[Stytch\] No code verifier found in local storage for SSO flow\./,
  // Tests without a network: the SDK logs the bootstrap call that failed.
  /^\[Stytch\] StytchAPIUnreachableError: Unable to contact our servers\./,
  /^\[Stytch\] Unable to retrieve RBAC policy from servers\./,
  // The SDK logs a refresh that ends the session.
  /^\[Stytch\] Session background refresh failed\./,
  // Like a browser, happy-dom logs each response with a status of 400 or more.
  /^(?:GET|POST|PUT|DELETE) https?:\/\/\S+ [45]\d\d \(/,
  // A request that the SDK sends after the emulator of its test was closed.
  /connect ECONNREFUSED 127\.0\.0\.1:\d+/,
];

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;

let unexpected: string[] = [];

// Vitest replaces the global console, so happy-dom holds a different one.
const consoles = new Set([console, domWindow()?.console ?? console]);
for (const output of consoles) {
  for (const method of METHODS) {
    output[method] = (...values: unknown[]) => {
      const text = format(...values);
      if (!EXPECTED.some((pattern) => pattern.test(text))) unexpected.push(`${method}: ${text}`);
    };
  }
}

function failOnUnexpectedOutput(): void {
  const output = unexpected;
  unexpected = [];
  expect(output, 'unexpected console output').toEqual([]);
}

afterEach(failOnUnexpectedOutput);
afterAll(failOnUnexpectedOutput);
