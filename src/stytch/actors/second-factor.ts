import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Outcome } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { unreachable } from '../sdk/errors.ts';
import { readEnrolment, readOutcome } from '../sdk/responses.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';

/** Verifies a code of the authenticator app; the first one enrols it (R14.8). */
export function verifyFactor(environment: ActorDeps) {
  type Contract = AuthActorContracts['verifyFactor'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Outcome>(environment, 'verifyFactor', signal, async () => {
      const answer = await environment.client.totp.authenticate({
        organization_id: input.organizationId,
        member_id: input.memberId,
        code: input.code,
        session_duration_minutes: SESSION_DURATION_MINUTES,
        ...(input.enrol ? { set_mfa_enrollment: 'enroll', set_default_mfa: true } : {}),
      });
      return readOutcome(answer, environment.now());
    }),
  );
}

/** Signs in with a recovery code (R14.9). */
export function recover(environment: ActorDeps) {
  type Contract = AuthActorContracts['recover'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Outcome>(environment, 'recover', signal, async () => {
      const answer = await environment.client.recoveryCodes.recover({
        organization_id: input.organizationId,
        member_id: input.memberId,
        recovery_code: input.recoveryCode,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(answer, environment.now());
    }),
  );
}

/** Starts an enrolment: a secret, its picture, and recovery codes. */
export function enrol(environment: ActorDeps) {
  type Contract = AuthActorContracts['enrol'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Exclude<Contract['output'], { kind: 'failed' }>>(
      environment,
      'enrol',
      signal,
      async () => {
        const answer = await environment.client.totp.create({
          organization_id: input.organizationId,
          member_id: input.memberId,
        });
        const enrolment = readEnrolment(answer);
        return enrolment === null ? unreachable() : { kind: 'enrolling', enrolment };
      },
    ),
  );
}
