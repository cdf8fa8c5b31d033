import type { DiscoveredOrganization, Membership } from '#machines/auth/auth.types.ts';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';

type Doing = NonNullable<SelectionView['busy']>['doing'];
type Follows = NonNullable<DiscoveredOrganization['follows']>;

/**
 * The user-facing sentences of the sign-in screens. Those of the machine are in `#machines/rules/messages.ts`.
 * `{name}` marks a value for `Sentence`.
 */
export const messages = {
  login: {
    invitation: 'Login or Sign up with',
    google: 'Google',
    starting: 'Starting...',
    organization: 'Google will sign you in to {name} (@{slug}).',
    forget: 'Use a different organization',
    terms: ['By signing up, you agree to our ', 'terms'],
  },
  confirmLink: {
    heading: 'Continue as the owner of this link?',
    explanation:
      'This sign-in link was not requested in this browser. Continue only if you asked for it yourself: you will be signed in as the person it was sent to.',
    continue: 'Continue',
  },
  confirmIdentity: {
    title: 'Continue as another person?',
    heading: 'Continue as {email}?',
    headingUnknown: 'Continue with this sign-in?',
    current: 'Until now, this tab showed the sign-in of {current}.',
    session: 'This browser is now signed in to {organization} as {email}.',
    link: 'This sign-in belongs to {email}.',
    onlyIfYou: 'Continue only if this is you.',
    continue: 'Continue as {email}',
    continueUnknown: 'Continue',
    signOut: 'No, sign out',
    stay: 'No, stay as {current}',
    discard: 'No, discard it',
    unknownEmail: 'somebody else',
  },
  backToLogin: '← Back to login',
  selection: {
    heading: 'Select Your Organization',
    signedInAs: 'Signed in as {email} —',
    notYou: 'not you?',
    popular: 'Popular organizations:',
    discovering: 'Discovering your organizations...',
    none: 'You are not in an organization yet. Enter the name of one to join it, or to create it.',
    groups: {
      member: 'Your teams',
      invited: 'Invitations',
      joinable: 'Teams you can join',
    } satisfies Record<Membership, string>,
    lastUsed: 'Last used',
    follows: {
      verification: 'Asks to verify your email',
      second_factor: 'Asks for a second factor',
    } satisfies Record<Follows, string>,
    busy: {
      exchanging: 'Signing in…',
      creating: 'Creating…',
      starting: 'Opening Google…',
    } satisfies Record<Doing, string>,
    filter: 'Filter organizations',
    found: (count: number) => (count === 1 ? '1 organization' : `${count} organizations`),
    shownOf: (shown: number, count: number) =>
      `Showing ${shown} of ${count.toLocaleString('en')}. Type in the filter to find the others.`,
    noMatch: 'No organization matches. You can enter its name below.',
    enterName: '+ Enter organization name',
    nameLabel: 'Organization name',
    nameHint: 'Created for you if it is new.',
    slugHint: 'Known as @{slug}',
    namePlaceholder: 'Enter organization name (will create if new)',
    continue: 'Continue',
    cancel: 'Cancel',
  },
  stepUp: {
    heading: 'Verify your email to continue',
    explanation:
      'Google could not confirm that you own {email}. Verifying it connects you to {organization}.',
    unknownEmail: 'your email address',
    code: {
      heading: 'With a code',
      send: 'Send verification code',
      sending: 'Sending code...',
      resend: 'Send a new code',
      resendIn: (seconds: number) => `Send a new code in ${seconds} s`,
      label: 'Verification code',
      verify: 'Verify code',
      verifying: 'Verifying...',
    },
    or: 'or',
    link: {
      heading: 'With a link',
      send: 'Send magic link',
      sending: 'Sending magic link...',
      resend: 'Send a new link',
      resendIn: (seconds: number) => `Send a new link in ${seconds} s`,
      note: 'Follow the link in your email, and keep this tab open: it goes on by itself.',
    },
  },
  chooseDifferent: '← Choose a different organization',
  codePlaceholder: 'Enter 6-digit code',
  secondFactor: {
    heading: 'Confirm it is you',
    codeLabel: 'Code from your authenticator app',
    verify: 'Verify code',
    verifying: 'Verifying...',
    useRecoveryCode: 'Use a recovery code',
    recoveryLabel: 'Recovery code',
    recoveryPlaceholder: 'Enter a recovery code',
    recoveryNote: 'Each recovery code works once.',
    recover: 'Continue',
    useCode: 'Use your authenticator app',
    enrolHeading: 'Set up your authenticator app',
    preparing: 'Preparing…',
    retry: 'Try again',
    scan: 'Scan this with your authenticator app, then enter the code it shows.',
    qrCode: 'QR code to scan with an authenticator app',
    secretLabel: 'Or enter this key by hand:',
    copySecret: 'Copy key',
    savingHeading: 'Save your recovery codes',
    savingNote:
      'If you lose your authenticator app, each of these lets you in once. They are shown only now: keep them somewhere safe.',
    copyCodes: 'Copy recovery codes',
    download: 'Download',
    file: (organization: string, codes: readonly string[]) =>
      [`Recovery codes for ${organization}`, '', ...codes, ''].join('\n'),
    fileName: 'recovery-codes.txt',
    saved: 'I have saved them',
  },
} as const;
