import { PRODUCT_NAME } from '#src/brand/brand.ts';
import type { GithubSetup } from './github-setup.ts';

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
    status: 'Status',
    checking: 'Checking...',
    available: (milliseconds: number) => `Available, answered in ${milliseconds} ms`,
    unavailable: 'Not available',
    checkAgain: 'Check again',
  },
  github: {
    heading: 'GitHub app',
    invalid: 'This link is incomplete. Please start the installation again from GitHub.',
    done: {
      install: 'GitHub reports that the app was installed.',
      update: "GitHub reports that the app's installation was changed.",
      request:
        'GitHub reports that you asked to install the app. An owner of the GitHub organization must approve it.',
    } satisfies Record<GithubSetup['action'], string>,
    signInFirst: 'Sign in to continue in your organization.',
    signIn: 'Sign in to continue',
    organization: 'Organization',
    installation: 'Installation',
    member: 'Signed in as',
  },
  home: `Go to ${PRODUCT_NAME}`,
} as const;
