/**
 * The user-facing sentences of the verification screens. `{name}` marks a value for `Sentence`.
 */
export const verificationMessages = {
  confirmLink: {
    heading: 'Continue with this sign-in link?',
    explanation:
      'We cannot tell who requested this link. Continue only if you asked for it. You see the account before you are signed in.',
    organizationHeading: 'Continue to your organization?',
    organizationExplanation:
      'This link signs you in to an organization. Continue only if you expected it.',
    signsOut: 'This link signs out {name}, who is signed in here now.',
    stay: 'Stay signed in',
    continue: 'Continue',
  },
  stepUp: {
    heading: 'Verify your email to continue',
    explanation:
      'Google could not confirm that you own {email}. Verifying it connects you to {organization}.',
    explanationWithoutMethod:
      'Google could not confirm that you own {email}. Verifying it would connect you to {organization}, which accepts no emailed code or link.',
    ssoHeading: 'Sign in with single sign-on',
    ssoExplanation: '{organization} lets its members in with single sign-on.',
    continueWith: 'Continue with {connection}',
    unknownEmail: 'your email address',
    otherMethodRequired:
      'Your organization requires a different verification method. Please contact your administrator for assistance.',
    code: {
      heading: 'With a code',
      send: 'Send verification code',
      sending: 'Sending code...',
      sent: 'Verification code sent to {email}.',
      sentAgain: 'Verification code sent to {email}. Only the newest code works.',
      notReceived: "Didn't get it? Check your spam folder.",
      resend: 'Send a new code',
      resendNow: 'You can send a new code now.',
      label: 'Verification code',
      hint: 'A code works for 10 minutes.',
      verify: 'Verify code',
      verifying: 'Verifying...',
    },
    or: 'or',
    openMail: 'Open {provider}',
    newTab: '(opens in a new tab)',
    link: {
      heading: 'With a link',
      send: 'Send magic link',
      sending: 'Sending magic link...',
      sent: 'Magic link sent to {email}. Open the link in your inbox to continue.',
      notReceived: "Didn't get it? Check your spam folder.",
      resend: 'Send a new link',
      resendNow: 'You can send a new link now.',
      note: 'Keep this tab open. It continues when you open the link in this browser.',
      instead: 'Use a link instead',
    },
  },
  codeTooShort: 'The code has six digits.',
  resendIn: (seconds: number) => `in ${seconds} s`,
  chooseDifferent: '← Choose a different organization',
  codePlaceholder: 'Enter 6-digit code',
  codeHint: 'We check the code when you type its sixth digit.',
} as const;
