/** The sentences of the calls that follow Google, which load late. `{organization}` is the one that was chosen. */
export const messagesAfterGoogle = {
  securityCheckFailed:
    'A security check could not load. Turn off content blockers for this site, or check your connection, and reload the page.',
  captchaFailed: 'A security check failed. Try again, or use another browser or network.',
  cookieNotKept:
    'Your browser did not save the sign-in cookie. Allow cookies for this site or delete those that it has, then sign in again.',
  clockAhead:
    'The clock of this device is ahead, so the sign-in has already expired here. Set its date and time, then sign in again.',
  googleNotContinued:
    'This sign-in was interrupted, took longer than 10 minutes, or was started somewhere else. Please sign in again.',
  linkOfOtherBrowser:
    'This link cannot be used in this browser. Open it in the one where you asked for it.',
  linkUsedOrExpired:
    'This link was already used or has expired. Go back to the tab where you asked for it, or sign in here for a new link.',
  organizationLinkUsed:
    'This link was already used or has expired. Sign in, or ask for a new invitation.',
  invitationWithdrawn:
    'This invitation was withdrawn. Ask an administrator of the organization for a new one.',
  ssoUsed: 'This sign-in was already used or has expired. Please sign in again.',
  ssoNotAMember:
    'This account is not a member of the organization. Ask an administrator for an invitation.',
  googleResponseUsed: 'This Google sign-in was already used or has expired. Please sign in again.',
  notAMember:
    'This account is not a member of {organization}. Use another account, or ask an administrator for an invitation.',
  impersonationLinkUsed: 'This support link was already used or has expired. Create a new one.',
  codeWrong:
    'That code is wrong or has expired. Use the one in the newest email, or send a new one.',
  organizationNameTaken:
    "This name is taken. Ask that organization's administrator for an invitation, or choose another name.",
  tooManyTries: 'Too many tries. Wait a moment, then send a new code.',
  rateLimited: 'Too many requests. Wait a moment, then try again.',
  secondFactorWrong: 'That code is wrong or too old. Check it, or use the next one in your app.',
  secondFactorRecoveryWrong: 'That recovery code is wrong or was already used. Try another one.',
} as const;
