/** The user-facing sentences of the second factor. `{name}` marks a value for `Sentence`. */
export const secondFactorMessages = {
  heading: 'Enter your authenticator code',
  recoveryHeading: 'Enter a recovery code',
  unsupportedHeading: "This organization's second factor is not available here",
  unsupported:
    '{organization} asks for a code by text message, which cannot be used here. Choose a different organization, or ask its administrator to allow an authenticator app.',
  codeLabel: 'Code from your authenticator app',
  verify: 'Verify code',
  verifying: 'Verifying...',
  useRecoveryCode: 'Use a recovery code',
  recoveryLabel: 'Recovery code',
  recoveryPlaceholder: 'One of your codes',
  recoveryNote: 'Each recovery code works once.',
  recover: 'Continue',
  useCode: 'Use your authenticator app',
  enrolHeading: 'Set up your authenticator app',
  preparing: 'Preparing...',
  retry: 'Try again',
  organization: 'You are signing in to {organization}.',
  enrolmentEnds:
    'For your safety, this sign-in expires in less than 2 minutes. Enter the code before then, or sign in again and scan a new QR code.',
} as const;
