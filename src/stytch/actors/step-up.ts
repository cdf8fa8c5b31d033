import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Discovered, Sent } from '#machines/auth/auth.types.ts';
import { DISCOVERY_PATH } from '#machines/rules/callback-path.ts';
import { recordLinkRequest } from '../email-link/magic-link-request.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';
import { discovered } from './discovered.ts';

/** Mails a one-time code (R14.6). */
export function sendCode(environment: ActorDeps) {
  type Contract = AuthActorContracts['sendCode'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Sent>(environment, 'sendCode', signal, async () => {
      await environment.client.otps.email.discovery.send({ email_address: input.emailAddress });
      return { kind: 'sent', at: environment.now() };
    }),
  );
}

/** Verifies a one-time code; brings a new intermediate session (R14.6). */
export function verifyCode(environment: ActorDeps) {
  type Contract = AuthActorContracts['verifyCode'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Discovered>(environment, 'verifyCode', signal, async () => {
      const answer = await environment.client.otps.email.discovery.authenticate({
        email_address: input.emailAddress,
        code: input.code,
      });
      return discovered(answer, environment.now());
    }),
  );
}

/** Mails a link (R9.5, R14.7), and remembers that this browser asked for one. */
export function sendLink(environment: ActorDeps) {
  type Contract = AuthActorContracts['sendLink'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Sent>(environment, 'sendLink', signal, async () => {
      // Before the mail can be there: its link may be opened faster than this call answers.
      recordLinkRequest(input.emailAddress, environment.now());
      await environment.client.magicLinks.email.discovery.send({
        email_address: input.emailAddress,
        discovery_redirect_url: window.location.origin + DISCOVERY_PATH,
      });
      return { kind: 'sent', at: environment.now() };
    }),
  );
}
