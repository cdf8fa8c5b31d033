import { createHash } from 'node:crypto';
import { refusal } from '../http/provider-error.ts';

/** Checks a PKCE challenge. Returns null if there is none and the project does not require one. */
export function readChallenge(challenge: string | undefined, required: boolean): string | null {
  if (challenge === undefined && !required) return null;
  // S256 makes a base64url SHA-256 digest, which has 43 characters.
  if (challenge !== undefined && /^[A-Za-z0-9_-]{43}$/.test(challenge)) return challenge;
  throw refusal('invalid_pkce_code_challenge');
}

/**
 * Checks a verifier against the challenge (S256). Throws if they do not match, or if only one of
 * them is given. RFC 7636 allows 43 to 128 unreserved characters.
 */
export function checkPkce(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier === undefined) return;
    throw refusal('pkce_did_not_expect_code_verifier');
  }
  if (verifier === undefined) throw refusal('pkce_expected_code_verifier');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) throw refusal('invalid_pkce_code_verifier');
  if (createHash('sha256').update(verifier).digest('base64url') !== challenge) {
    throw refusal('pkce_mismatch');
  }
}
