/**
 * The user-facing sentences of the login screen. Those of the screens that load later are in
 * `selection-messages.ts` and `late-messages.ts`, those of the machine in `#machines/rules/messages.ts`.
 * `{name}` marks a value for `Sentence`.
 */
export const messages = {
  login: {
    invitation: 'Login or Sign up with',
    google: 'Google',
    starting: 'Starting...',
    continue: 'Continue to {name}',
    chooseAccount: 'Use another account',
    forgetLast: 'Forget this organization',
    organization: 'Google will sign you in to {name} (@{slug}).',
    forget: 'Use a different organization',
    terms: ['By signing up, you agree to our ', 'terms'],
  },
  footer: { terms: 'Terms', help: 'Help' },
  backToLogin: '← Back to login',
} as const;
