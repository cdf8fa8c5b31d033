import { removeLinkRequests } from '../magic-link-request.ts';
import { RATE_LIMIT } from '../responses/errors.ts';
import { readDiscovered } from '../responses/responses.ts';
import { discoveryAuthenticatedSchema } from '../responses/schemas.ts';
import { type ActorCall, callEndpoint, type Endpoint } from './call.ts';

export const verifyCodeEndpoint = {
  path: '/b2b/otps/email/discovery/authenticate',
  response: discoveryAuthenticatedSchema,
  errors: [
    {
      types: ['otp_code_not_found', 'unable_to_auth_otp_code', 'invalid_code'],
      reason: 'input',
      code: 'codeWrong',
    },
    { types: RATE_LIMIT, reason: 'input', code: 'tooManyTries' },
  ],
} satisfies Endpoint;

/** Verifies a one-time code, which creates a new intermediate session (R14.6). */
export const verifyCode: ActorCall<'verifyCode'> = (deps, { emailAddress, code }, signal) =>
  callEndpoint(deps, verifyCodeEndpoint, signal, async () => {
    const response = await deps.client.otps.email.discovery.authenticate({
      email_address: emailAddress,
      code,
    });
    // A link for this sign-in is no longer expected.
    removeLinkRequests();
    return readDiscovered(response, deps.now());
  });
