import type { Organization } from '../../rules/organization.ts';
import type { Outcome } from '../auth.types.ts';

/** The possible requirements. `unsupported`: the organization accepts no method that this product offers. */
export const FACTORS = ['totp', 'enrolment', 'unsupported'] as const;

/** A second factor that the provider requires before it grants a session (R7.6). */
export interface Requirement {
  readonly organization: Organization;
  readonly memberId: string;
  /** The member's address; `null` when the provider returned none. */
  readonly emailAddress: string | null;
  readonly factor: (typeof FACTORS)[number];
}

/** The secrets of a running enrolment. The machine removes them from its context when the enrolment ends. */
export interface Enrolment {
  readonly secret: string;
  /** The QR code of the secret, as a `data:` URL. */
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/** The organization requires a second factor. */
export type Required = { readonly kind: 'mfa_required'; readonly secondFactor: Requirement };

export type Enrolling = { readonly kind: 'enrolling'; readonly enrolment: Enrolment };

/** With how many recovery codes the member has left, if the provider said it (R10.3). */
export type Recovered = Outcome & { readonly recoveryCodesLeft?: number };

/** The results that only the calls of the second factor have. */
export type Result = Enrolling | Recovered;

/** What a person does in the second factor. */
export type SecondFactorEvent =
  | { type: 'factor.verify'; code: string }
  | { type: 'factor.recover'; code: string }
  | { type: 'factor.useRecoveryCode' }
  | { type: 'factor.useCode' }
  /** The first code of a new authenticator app. */
  | { type: 'factor.enrolled'; code: string }
  /** Requests a secret for the authenticator app once more. */
  | { type: 'factor.retry' }
  /** The recovery codes are saved. */
  | { type: 'codes.saved' };
