import type { DirectorySentences } from '#src/api/api-error.ts';

/** The user-facing sentences of the account page. */
export const messages = {
  title: 'My account',
  loading: 'Loading your account...',
  retry: 'Try again',
  cancel: 'Cancel',
  name: {
    heading: 'Your name',
    label: 'Name',
    hint: 'Other members see it.',
    save: 'Save name',
    saving: 'Saving...',
    saved: 'Your name is saved.',
  },
  secondFactor: {
    heading: 'Second factor',
    none: 'You sign in without a second factor.',
    some: 'An authenticator app is your second factor.',
    enrol: 'Set up an authenticator app',
    enrolHeading: 'Set up your authenticator app',
    codeLabel: 'Code from your authenticator app',
    verify: 'Verify code',
    verifying: 'Verifying...',
    codeTooShort: 'The code has six digits.',
    replace: 'Replace the authenticator app',
    replaceQuestion: 'Your current app stops working at once. You then set up the new one.',
    show: 'Show recovery codes',
    showHeading: 'Your recovery codes',
    left: 'If you lose your authenticator app, each of these lets you in once.',
    noneLeft: 'You have used all of them. Replace them.',
    close: 'Close',
    renew: 'Replace the recovery codes',
    renewQuestion: 'Your current recovery codes stop working at once.',
  },
  sessions: {
    heading: 'Sessions',
    note: 'This signs you out on all your devices, including this one.',
    signOut: 'Sign out everywhere',
  },
  problems: {
    code: 'This code is wrong, too old or already used. Check it, or wait for the next one in your app.',
  } satisfies DirectorySentences,
} as const;
