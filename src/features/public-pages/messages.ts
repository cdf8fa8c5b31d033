import type { GithubSetup } from './github-setup.ts';

type Action = GithubSetup['action'];

/** The user-facing sentences of the pages that need no session. */
export const messages = {
  health: {
    heading: 'Health',
    ready: 'The app has loaded.',
    version: 'Version',
    build: 'Build',
    provider: 'Sign-in provider',
    emulated: 'Local emulator',
    real: 'Stytch',
    status: 'Answer',
    checking: 'Asking…',
    available: (milliseconds: number) => `Answers, after ${milliseconds} ms`,
    unavailable: 'Does not answer',
    checkAgain: 'Ask again',
  },
  github: {
    heading: 'GitHub app',
    invalid:
      'This address is not complete: GitHub adds the number of an installation and what was done. Please start the installation again from GitHub.',
    done: {
      install: 'The GitHub app was installed.',
      update: 'The GitHub app was changed.',
      request:
        'The GitHub app was requested. An owner of the GitHub organization has to approve it.',
    } satisfies Record<Action, string>,
    signInFirst: 'Sign in to go on with it in your organization.',
    signIn: 'Sign in to continue',
    headings: {
      install: 'GitHub is connected',
      update: 'GitHub is up to date',
      request: 'Waiting for approval',
    } satisfies Record<Action, string>,
    organization: 'Organization',
    installation: 'Installation',
    member: 'Signed in as',
  },
  home: 'Go to Charter',
} as const;
