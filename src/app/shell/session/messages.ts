import type { Membership } from '#machines/auth/auth.types.ts';

/** Every sentence of a running session. */
export const messages = {
  reconnecting: 'Reconnecting…',
  ending: (minutes: number) =>
    minutes <= 1 ? 'Your session ends in 1 minute.' : `Your session ends in ${minutes} minutes.`,
  stay: 'Stay signed in',
  renewing: 'Renewing…',
  signOut: 'Sign out',
  menu: {
    label: 'Organizations',
    opener: (organization: string) => `Organization: ${organization}`,
    listing: 'Loading your organizations…',
    unlisted: 'Your other organizations could not be read.',
    retry: 'Try again',
    alone: 'You are in no other organization.',
    switching: 'Switching…',
    hints: {
      member: null,
      invited: 'Invitation',
      joinable: 'You can join',
    } satisfies Record<Membership, string | null>,
  },
} as const;
