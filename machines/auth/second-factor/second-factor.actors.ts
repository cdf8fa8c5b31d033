import type { ActorOf } from '../auth.actors.ts';
import type { OwnCall } from '../auth.types.ts';
import type { Enrolling, Recovered, Requirement } from './second-factor.types.ts';

type OwnFactor = { readonly secondFactor: Requirement | null };

/** The calls of the second factor. */
export interface SecondFactorContracts {
  /** Verifies a code of the authenticator app; with `enrol`, the code completes an enrolment (R14.8). */
  verifySecondFactor: OwnCall<OwnFactor & { code: string; enrol: boolean }>;
  /** Signs in with a recovery code (R14.9). */
  recoverSecondFactor: OwnCall<OwnFactor & { recoveryCode: string }, Recovered>;
  /** Starts an enrolment: returns a secret, its QR code and recovery codes. */
  enrolSecondFactor: OwnCall<OwnFactor, Enrolling>;
}

export const createSecondFactorActors = (
  actor: <Name extends keyof SecondFactorContracts>(name: Name) => ActorOf<Name>,
) => ({
  verifySecondFactor: actor('verifySecondFactor'),
  recoverSecondFactor: actor('recoverSecondFactor'),
  enrolSecondFactor: actor('enrolSecondFactor'),
});
