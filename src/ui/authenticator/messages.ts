/** The user-facing sentences about an authenticator app and its recovery codes. */
export const authenticatorMessages = {
  openApp: 'Open an authenticator app on this device',
  notOpened: 'Nothing opened? Install an authenticator app first, or copy the key below.',
  app: 'An authenticator app, for example Google Authenticator, shows a new code every 30 seconds.',
  keyChanges:
    'If you reload this page, you get a new key; then delete the old entry from your app.',
  scan: 'Scan this with an authenticator app, for example Google Authenticator, and enter the code it shows.',
  showQrCode: 'Scan a QR code with another device',
  qrCode: 'QR code to scan with an authenticator app',
  secretLabel: 'Or type this key into the app:',
  copySecret: 'Copy key',
  copyCodes: 'Copy recovery codes',
  download: 'Download',
  downloadCodes: 'Download recovery codes',
  savingNote:
    'If you lose your authenticator app, each of these lets you in once. Keep them somewhere safe.',
  file: (organization: string, codes: readonly string[]) =>
    [`Recovery codes for ${organization}`, '', ...codes, ''].join('\n'),
  fileName: 'recovery-codes.txt',
  saved: 'I have saved them',
  savingHeading: 'Save your recovery codes',
} as const;
