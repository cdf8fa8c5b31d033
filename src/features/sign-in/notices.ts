import type { SentenceCode, SentenceRef } from '#machines/rules/sentence.ts';
import { isolated } from '#src/ui/elements/sentence.tsx';

/** The sentences that the machine and the provider choose, by their codes. `{name}` marks a value. */
export const sentences: Readonly<Record<SentenceCode, string>> = {
  somethingWentWrong: 'Something went wrong. Please try again.',
  emailUnknown: 'We were unable to determine your email address. Please restart the login flow.',
  mfaRequired: 'Multi-factor authentication is required to continue.',
  unableToComplete: 'Unable to complete sign-in. Please try again.',
  emailVerified: 'Email verified! Completing sign-in...',
  emailIsVerified: 'Your email is verified.',
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  storageFull: 'Your browser has no storage space left. Delete some site data and try again.',
  tookTooLong: 'That took too long. Check your connection and try again.',
  signInCancelled: 'Sign-in was cancelled. You were not signed in.',
  providerError: 'Sign-in ended with an error. You were not signed in. Please sign in again.',
  noToken: 'This sign-in link is incomplete. Please sign in again.',
  unknownTokenType: "We don't recognize this link. Please sign in again.",
  alreadySignedIn: 'You are already signed in as {name}, {email}, so the new sign-in was not used.',
  personChanged:
    'You are now signed in as {name}, {email}. Before, this tab showed another account.',
  signInChanged: 'You are now signing in as {email}.',
  chooseAgain: 'You are now signing in as {email}. Choose again.',
  intermediateExpired:
    'For your safety, your sign-in expired after 10 minutes. Choose your organization to continue with Google.',
  intermediateExpiredInStepUp:
    'For your safety, your sign-in with Google expired after 10 minutes. You can still verify your email here.',
  codeExpired: 'Your code expired after 10 minutes. Send a new one.',
  organizationNameTooLong: 'That name is too long. Use at most 128 characters.',
  organizationNameUnusable: 'This name cannot be used here. Use the letters A to Z and digits.',
  organizationCreationDisabled:
    'New organizations cannot be created here. Ask your administrator for an invitation.',
  creationFailed: 'Your organization was not created. {why}',
  organizationCreated: '{organization} ({slug}) was created.',
  organizationJoined: 'You joined {organization}.',
  organizationForgotten: 'Your last organization is no longer remembered in this browser.',
  isCurrentOrganization: 'You are already in {organization}. Choose another name.',
  signInEnded: 'Your sign-in has ended. Please sign in again.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  sessionEndedEarly:
    'Your session was ended: you or an administrator signed you out, or you are no longer a member. Please sign in again.',
  signedOut: 'You signed out.',
  signedOutElsewhere: 'You signed out in another tab.',
  sessionExtended: 'Your session was extended.',
  extensionFailed: 'Your session could not be extended yet. We will keep trying.',
  switchFailed: 'We could not switch to {organization}. {why}',

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
  secondFactorWrong:
    'That code is wrong, too old or already used. Check it, or wait for the next one in your app.',
  secondFactorRecoveryWrong: 'That recovery code is wrong or was already used. Try another one.',
  secondFactorExpired:
    'For your safety, your sign-in expired after 10 minutes. Choose your organization to try again.',
  recoveryCodeUsed: 'You used a recovery code. It works only once.',
  recoveryCodeUsedOfSeveral: 'You used a recovery code. It works only once. Codes left: {left}.',
  providerSaid: '{message}',
};

/**
 * The sentence of a code. Names in it are isolated from its direction (R1.13) and left alone by a translation (R1.27);
 * an organization without a name is "this organization".
 */
export function sentenceOf({ code, values = {} }: SentenceRef): string {
  const {
    organization = 'this organization',
    slug,
    why,
    message = '',
    left = 0,
    ...names
  } = values;
  const plain: Readonly<Record<string, string>> = {
    message,
    left: String(left),
    why: why === undefined ? '' : sentenceOf(why),
  };
  const isolatedOnes: Readonly<Record<string, string>> = {
    ...names,
    organization,
    slug: `@${slug}`,
  };
  return sentences[code].replace(
    /\{(\w+)\}/g,
    (_, name: string) => plain[name] ?? isolated(isolatedOnes[name] ?? ''),
  );
}
