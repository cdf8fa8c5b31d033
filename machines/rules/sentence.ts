/** The values of a sentence. A screen formats and isolates them. */
export interface SentenceValues {
  /** The member's name. */
  readonly name?: string;
  readonly email?: string;
  /** The organization's name; `undefined` when it is unknown. */
  readonly organization?: string | undefined;
  readonly slug?: string;
  /** How many recovery codes are left. */
  readonly left?: number;
  /** The provider's own words, where this product has none. */
  readonly message?: string;
  /** The reason, which the sentence ends with. */
  readonly why?: SentenceRef;
}

/** A sentence by its code. The machine and `src/stytch` choose it; `src/features/sign-in/notices.ts` has its text. */
export interface SentenceRef {
  readonly code: SentenceCode;
  readonly values?: SentenceValues;
}

/** A code without a sentence does not compile. */
export type SentenceCode =
  | 'somethingWentWrong'
  | 'emailUnknown'
  | 'mfaRequired'
  | 'unableToComplete'
  | 'emailVerified'
  | 'emailIsVerified'
  | 'unreachable'
  | 'storageFull'
  | 'tookTooLong'
  | 'signInCancelled'
  | 'providerError'
  | 'noToken'
  | 'unknownTokenType'
  | 'alreadySignedIn'
  | 'personChanged'
  | 'signInChanged'
  | 'chooseAgain'
  | 'intermediateExpired'
  | 'intermediateExpiredInStepUp'
  | 'codeExpired'
  | 'organizationNameTooLong'
  | 'organizationNameUnusable'
  | 'organizationCreationDisabled'
  | 'creationFailed'
  | 'organizationCreated'
  | 'organizationJoined'
  | 'organizationForgotten'
  | 'isCurrentOrganization'
  | 'signInEnded'
  | 'sessionEnded'
  | 'sessionEndedEarly'
  | 'signedOut'
  | 'signedOutElsewhere'
  | 'sessionExtended'
  | 'extensionFailed'
  | 'switchFailed'
  | 'securityCheckFailed'
  | 'captchaFailed'
  | 'cookieNotKept'
  | 'clockAhead'
  | 'googleNotContinued'
  | 'linkOfOtherBrowser'
  | 'linkUsedOrExpired'
  | 'organizationLinkUsed'
  | 'invitationWithdrawn'
  | 'ssoUsed'
  | 'ssoNotAMember'
  | 'googleResponseUsed'
  | 'notAMember'
  | 'impersonationLinkUsed'
  | 'codeWrong'
  | 'organizationNameTaken'
  | 'tooManyTries'
  | 'rateLimited'
  | 'secondFactorWrong'
  | 'secondFactorRecoveryWrong'
  | 'secondFactorExpired'
  | 'recoveryCodeUsed'
  | 'recoveryCodeUsedOfSeveral'
  | 'providerSaid';
