/** The user-facing sentences of a session. */
export const messages = {
  reconnecting: 'Reconnecting…',
  endsIn: (minutes: number) =>
    minutes <= 1 ? 'Your session ends in 1 minute.' : `Your session ends in ${minutes} minutes.`,
  stay: 'Stay signed in',
  renewing: 'Renewing…',
  signOut: 'Sign out',
  menu: {
    label: 'Organizations',
    buttonLabel: (organization: string) => `Organization: ${organization}`,
    loading: 'Loading your organizations…',
    loadFailed: "We couldn't load your other organizations.",
    retry: 'Try again',
    none: "You're not in any other organization.",
    switching: 'Switching…',
    filter: 'Filter organizations',
    shownOf: (shown: number, count: number) =>
      `Showing ${shown} of ${count.toLocaleString('en')}. Type to filter.`,
    noMatch: 'No matching organizations.',
    invitation: 'Invitation',
  },
} as const;
