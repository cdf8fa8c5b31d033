import { DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { recordLinkRequest, removeLinkRequests } from '../magic-link-request.ts';
import { RATE_LIMIT } from '../responses/errors.ts';
import { readDiscovered } from '../responses/responses.ts';
import { acknowledgementSchema, discoveryAuthenticatedSchema } from '../responses/schemas.ts';
import { type ActorCall, callEndpoint, type Endpoint } from './call.ts';

/** The endpoints of the verification of an address. */
export const verificationEndpoints = {
  sendCode: {
    path: '/b2b/otps/email/discovery/send',
    response: acknowledgementSchema,
  },
  verifyCode: {
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
  },
  sendLink: {
    path: '/b2b/magic_links/email/discovery/send',
    response: acknowledgementSchema,
  },
} as const satisfies Record<string, Endpoint>;

type VerificationCalls = {
  readonly [Name in keyof typeof verificationEndpoints]: ActorCall<Name>;
};

/** The calls of the verification of an address. */
export const verificationCalls: VerificationCalls = {
  /** Sends a one-time code by e-mail (R14.6). */
  sendCode: (deps, { emailAddress }, signal) =>
    callEndpoint(deps, verificationEndpoints.sendCode, signal, async () => {
      await deps.client.otps.email.discovery.send({ email_address: emailAddress });
      return { kind: 'sent', at: deps.now() };
    }),

  /** Verifies a one-time code, which creates a new intermediate session (R14.6). */
  verifyCode: (deps, { emailAddress, code }, signal) =>
    callEndpoint(deps, verificationEndpoints.verifyCode, signal, async () => {
      const response = await deps.client.otps.email.discovery.authenticate({
        email_address: emailAddress,
        code,
      });
      // A link for this sign-in is no longer expected.
      removeLinkRequests();
      return readDiscovered(response, deps.now());
    }),

  /** Sends a magic link, and records that this browser requested it (R9.5, R14.7). */
  sendLink: (deps, { emailAddress, organizationId }, signal) =>
    callEndpoint(deps, verificationEndpoints.sendLink, signal, async () => {
      // Recorded first: the person may open the link before this call resolves.
      await recordLinkRequest(emailAddress, organizationId, deps.now());
      await deps.client.magicLinks.email.discovery.send({
        email_address: emailAddress,
        discovery_redirect_url: window.location.origin + DISCOVERY_PATH,
      });
      return { kind: 'sent', at: deps.now() };
    }),
};
