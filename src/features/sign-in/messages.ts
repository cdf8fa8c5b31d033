/**
 * The user-facing sentences of the login screen. The other screens' are in `selection-messages.ts` and
 * `verification-messages.ts`, those that the machine chooses in `notices.ts`.
 * `{name}` marks a value for `Sentence`.
 */
export const messages = {
  login: {
    invitation: 'Login or Sign up with',
    google: 'Google',
    starting: 'Starting...',
    continue: 'Continue to {name}',
    chooseAccount: 'Use another account',
    forgetLast: "Don't show this organization again",
    organization: 'Google will sign you in to {name} (@{slug}).',
    forget: 'Use a different organization',
    terms: ['By signing up, you agree to our ', 'terms'],
  },
  inAppBrowser: {
    sentence: 'Google does not allow sign-in inside this app. Open this page in your browser.',
    copy: 'Copy link',
  },
  footer: { terms: 'Terms', help: 'Help' },
  backToLogin: '← Back to login',
} as const;
