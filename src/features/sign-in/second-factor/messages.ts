/** The user-facing sentences of the second factor. `{name}` marks a value for `Sentence`. */
export const secondFactorMessages = {
  heading: 'Enter your authenticator code',
  recoveryHeading: 'Enter a recovery code',
  unsupportedHeading: 'This organization needs another method',
  unsupported:
    'This organization asks for a code by text message, which cannot be used here. Choose a different organization, or ask its administrator to allow an authenticator app.',
  codeLabel: 'Code from your authenticator app',
  verify: 'Verify code',
  verifying: 'Verifying...',
  useRecoveryCode: 'Use a recovery code',
  recoveryLabel: 'Recovery code',
  recoveryPlaceholder: 'Enter a recovery code',
  recoveryNote: 'Each recovery code works once.',
  recoveryMissing: 'Please enter a recovery code.',
  recover: 'Continue',
  useCode: 'Use your authenticator app',
  enrolHeading: 'Set up your authenticator app',
  preparing: 'Preparing…',
  retry: 'Try again',
  openApp: 'Set up in an app on this device',
  organization: 'You are signing in to {organization}.',
  scan: 'Scan this with an authenticator app, for example Google Authenticator. Then enter the code it shows. If you reload this page, scan the new QR code.',
  qrCode: 'QR code to scan with an authenticator app',
  secretLabel: 'Or enter this key by hand:',
  enrolmentEnds:
    'For your safety, this sign-in pauses in less than 2 minutes. Enter the code before then, or sign in again and scan a new QR code.',
  copySecret: 'Copy key',
  savingHeading: 'Save your recovery codes',
  savingNote:
    'If you lose your authenticator app, each of these lets you in once. They are shown only once. Keep them somewhere safe.',
  copyCodes: 'Copy recovery codes',
  download: 'Download',
  downloadCodes: 'Download recovery codes',
  file: (organization: string, codes: readonly string[]) =>
    [`Recovery codes for ${organization}`, '', ...codes, ''].join('\n'),
  fileName: 'recovery-codes.txt',
  saved: 'I have saved them',
} as const;
