import { isolated } from '#src/ui/elements/sentence.tsx';

/** The user-facing sentences of a session. `{name}` marks a value for `Sentence`. */
export const messages = {
  reconnecting: 'Reconnecting...',
  endsIn: (minutes: number) =>
    `Your session ends in less than ${minutes <= 1 ? 'a minute' : '5 minutes'}.`,
  stay: 'Stay signed in',
  extending: 'Extending...',
  signOut: 'Sign out',
  account: {
    label: (name: string) => `Account: ${name}`,
  },
  signedInTo: 'Signed in to {organization}',
  impersonatingIn: 'Impersonating a member of {organization}',
  switchedTo: 'Switched to {organization}',
  tryAgain: 'Try {organization} again',
  menu: {
    buttonLabel: (organization: string) => `Organization: ${organization}`,
    loading: 'Loading your organizations...',
    retry: 'Load your other organizations',
    none: "You're not in any other organization.",
    switching: (name?: string) =>
      name === undefined ? 'Switching organization...' : `Switching to ${isolated(name)}...`,
    create: 'Create organization',
  },
  createOrganization: {
    heading: 'Create an organization',
    explanation:
      'You will be signed out and asked to sign in with Google again; then we create the organization. If the name is taken, join that organization if it lets you, or choose another name.',
    notCreated: (name: string) =>
      `“Continue” switches to ${isolated(name)}, and nothing is created.`,
    submit: 'Continue with Google',
  },
} as const;
