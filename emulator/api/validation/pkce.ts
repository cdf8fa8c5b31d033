import { createHash } from 'node:crypto';
import { ProviderError } from '../http/provider-error.ts';

/** Reads the challenge of a start: null when there is none and none is required. */
export function readChallenge(challenge: string | undefined, required: boolean): string | null {
  if (challenge === undefined && !required) return null;
  // A base64url SHA-256 digest is what S256 makes of a verifier.
  if (challenge !== undefined && /^[A-Za-z0-9_-]{43}$/.test(challenge)) return challenge;
  throw new ProviderError(
    400,
    'invalid_pkce_code_challenge',
    'The pkce_code_challenge is missing or is not a base64url SHA-256 digest.',
  );
}

/**
 * Holds a verifier against the challenge of the start (S256). The SDK's verifiers are hexadecimal;
 * RFC 7636 allows 43 to 128 unreserved characters. Throws the provider's refusal.
 */
export function checkPkce(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier === undefined) return;
    throw new ProviderError(
      400,
      'pkce_did_not_expect_code_verifier',
      'This flow was not started with a code_challenge but a code_verifier was submitted.',
    );
  }
  if (verifier === undefined) {
    throw new ProviderError(
      400,
      'pkce_expected_code_verifier',
      'This flow was started using a code_challenge but the authentication call is missing the corresponding code_verifier.',
    );
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) {
    throw new ProviderError(
      400,
      'invalid_pkce_code_verifier',
      'The code_verifier must be 43 to 128 unreserved characters.',
    );
  }
  if (createHash('sha256').update(verifier).digest('base64url') !== challenge) {
    throw new ProviderError(
      400,
      'pkce_mismatch',
      'The submitted code_verifier does not match the code_challenge sent at the start of the flow.',
    );
  }
}
