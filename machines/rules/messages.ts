/** A value in a sentence: isolated from its direction (R1.13), and left alone by a translation (R1.27). */
export const isolated = (value: string) => `\u2068${value}\u2069`;

/** The name of an organization in a sentence. */
export const nameInSentence = (name = 'this organization') => isolated(name);

/** The sentences of the auth machine; `messages-after-google.ts` has those that no sign-in needs before Google. */
export const messages = {
  // Fixed by requirements R7.6, R7.7, R8.7, R8.9 to R8.11 and R15.1
  somethingWentWrong: 'Something went wrong. Please try again.',
  emailUnknown: 'We were unable to determine your email address. Please restart the login flow.',
  mfaRequired: 'Multi-factor authentication is required to continue.',
  unableToComplete: 'Unable to complete sign-in. Please try again.',
  emailVerified: 'Email verified! Completing sign-in...',

  // Not fixed by a requirement
  emailIsVerified: 'Your email is verified.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  storageFull: 'Your browser has no storage space left. Delete some site data and try again.',
  tookTooLong: 'That took too long. Check your connection and try again.',
  signInCancelled: 'Sign-in was cancelled. You were not signed in.',
  providerError: 'Sign-in ended with an error. You were not signed in. Please sign in again.',
  noToken: 'This sign-in link is incomplete. Please sign in again.',
  unknownTokenType: "We don't recognise this link. Please sign in again.",
  alreadySignedIn: (name: string, email: string) =>
    `You are already signed in as ${isolated(name)}, ${isolated(email)}, so the new sign-in was not used.`,
  personChanged: (name: string, email: string) =>
    `You are now signed in as ${isolated(name)}, ${isolated(email)}. Before, this tab showed another account.`,
  signInChanged: (email: string) => `You are now signing in as ${isolated(email)}.`,
  chooseAgain: (email: string) => `You are now signing in as ${isolated(email)}. Choose again.`,
  intermediateExpired:
    'For your safety, your sign-in expired after 10 minutes. Choose your organization to continue with Google.',
  intermediateExpiredInStepUp:
    'For your safety, your sign-in expired after 10 minutes. You can still continue here.',
  codeExpired: 'Your code expired after 10 minutes. Send a new one.',
  organizationNameTooLong: 'That name is too long. Use at most 128 characters.',
  organizationNameUnusable: 'This name cannot be used here. Use the letters A to Z and digits.',
  organizationCreationDisabled:
    'New organizations cannot be created here. Ask your administrator for an invitation.',
  creationFailed: (message: string) => `Your organization was not created. ${message}`,
  organizationCreated: (name: string, slug: string) =>
    `${name} (${isolated(`@${slug}`)}) was created.`,
  organizationJoined: (name: string) => `You joined ${name}.`,
  organizationForgotten: 'Your last organization is no longer remembered in this browser.',
  signInEnded: 'Your sign-in has ended. Please sign in again.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  signedOut: 'You signed out.',
  signedOutElsewhere: 'You signed out in another tab.',
  sessionExtended: 'Your session was extended.',
  extensionFailed: 'Your session could not be extended yet. We will keep trying.',
  switchFailed: (message: string, name: string) => `We could not switch to ${name}. ${message}`,
} as const;
