import { acknowledgementSchema } from '../responses/schemas.ts';
import { type ActorCall, callEndpoint, type Endpoint } from './call.ts';

export const sendCodeEndpoint = {
  path: '/b2b/otps/email/discovery/send',
  response: acknowledgementSchema,
} satisfies Endpoint;

/** Sends a one-time code by e-mail (R14.6). */
export const sendCode: ActorCall<'sendCode'> = (deps, { emailAddress }, signal) =>
  callEndpoint(deps, sendCodeEndpoint, signal, async () => {
    await deps.client.otps.email.discovery.send({ email_address: emailAddress });
    return { kind: 'sent', at: deps.now() };
  });
