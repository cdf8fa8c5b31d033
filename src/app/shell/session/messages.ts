/** The user-facing sentences of a session. `{name}` marks a value for `Sentence`. */
export const messages = {
  reconnecting: 'Reconnecting…',
  endsIn: (minutes: number) =>
    minutes <= 1 ? 'Your session ends in 1 minute.' : `Your session ends in ${minutes} minutes.`,
  stay: 'Stay signed in',
  renewing: 'Renewing…',
  signOut: 'Sign out',
  account: {
    label: (name: string) => `Account: ${name}`,
  },
  signedInTo: 'Signed in to {organization}',
  switchedTo: 'Switched to {organization}',
  tryAgain: 'Try {organization} again',
  menu: {
    label: 'Organizations',
    buttonLabel: (organization: string) => `Organization: ${organization}`,
    loading: 'Loading your organizations…',
    retry: "We couldn't load your other organizations. Try again",
    none: "You're not in any other organization.",
    switching: 'Switching…',
    shownOf: (shown: number, count: number) =>
      `Showing ${shown} of ${count.toLocaleString('en')}. Type to filter.`,
    invitation: 'Invitation',
    create: 'Create organization',
  },
  createOrganization: {
    heading: 'Create an organization',
    explanation:
      'A new organization needs a new sign-in: “Continue” signs you out and opens Google. Then we create it.',
  },
} as const;
