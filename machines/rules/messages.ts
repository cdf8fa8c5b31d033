/** The sentences that the auth machine shows; `messages-after-google.ts` has those that no sign-in needs before Google. */
export const messages = {
  // Fixed by requirements R7.6, R7.7, R8.7, R8.9 to R8.11 and R15.1
  somethingWentWrong: 'Something went wrong. Please try again.',
  emailUnknown: 'We were unable to determine your email address. Please restart the login flow.',
  mfaRequired: 'Multi-factor authentication is required to continue.',
  unableToComplete: 'Unable to complete sign-in. Please try again.',
  emailVerified: 'Email verified! Completing sign-in...',

  // Not fixed by a requirement
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  bootstrapUnavailable:
    'The sign-in service did not answer, so Google sign-in cannot start safely. Check your connection, then reload this page.',
  notForOrganizations:
    'Sign-in is set up for a project without organizations, so nobody can sign in. Tell the people who run this site.',
  storageFull:
    "This browser has no room left to keep a sign-in safe. Clear some of its sites' data, then try again.",
  tookTooLong: 'That took too long. Check your connection and try again.',
  googleCancelled: 'Sign-in with Google was cancelled. Nothing was changed.',
  noToken: 'This sign-in address is incomplete. Please start again from here.',
  unknownTokenType: 'This sign-in link is of a kind we do not know. Please start again from here.',
  alreadySignedIn: 'You are already signed in, so the new sign-in was not used.',
  identityRejected: 'The other sign-in was discarded. Please continue here.',
  identityGone: 'The other person has signed out. Please continue here.',
  intermediateExpired:
    'For your safety, sign-in paused after 10 minutes. Choose your organization to continue with Google.',
  intermediateExpiredInStepUp:
    'Sign-in paused after 10 minutes. Verify your email to pick it up again.',
  secondFactorExpired:
    'Sign-in took longer than 10 minutes. Choose your organization to try again.',
  organizationNameTooLong: 'That name is too long. Use at most 128 characters.',
  organizationNameUnusable: (pattern: string) =>
    `That name cannot be turned into a web address. Type a name that uses only the characters of ${pattern.slice(0, 100)}.`,
  organizationCreationDisabled:
    'New organizations cannot be created here. Enter the name of an existing one, or ask its administrator to invite you.',
  creationFailed: (message: string) => `Your organization was not created. ${message}`,
  sessionEnded: 'Your session has ended. Please sign in again.',
  signedOutElsewhere: 'You signed out in another tab.',
  sessionRenewed: 'Your session was renewed.',
  renewalFailed: 'Your session could not be renewed yet. We will keep trying.',
  switchFailed: (message: string) => `You are still in this organization. ${message}`,
} as const;
