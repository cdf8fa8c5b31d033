import type { DirectorySentences } from '#src/api/api-error.ts';
import type { MemberStatus } from '#src/api/directory.ts';
import { LANGUAGE } from '#src/brand/language.ts';
import { isolated } from '#src/ui/elements/sentence.tsx';

/** The user-facing sentences of the members page. `{name}` marks a value for `Sentence`. */
export const messages = {
  title: 'Members',
  denied:
    'You are not allowed to see the members of {organization}. Ask an administrator for access.',
  unknown: "We couldn't check your permissions, so nobody can be shown or changed yet.",
  search: 'Search by email address',
  tooShort: 'Type at least three characters to search.',
  filter: 'Show',
  filters: {
    current: 'Members and invitations',
    invited: 'Invitations',
    removed: 'Removed',
  },
  none: {
    current: 'Nobody is here yet',
    invited: 'No open invitations',
    removed: 'Nobody was removed',
  },
  count: (total: number, search: string) => {
    if (total === 0) return search && `No address matches “${isolated(search)}”.`;
    return total === 1 ? '1 person' : `${total.toLocaleString(LANGUAGE)} people`;
  },
  loading: 'Loading members...',
  you: '{name} (you)',
  status: { active: 'Active', invited: 'Invited', removed: 'Removed' } satisfies Record<
    MemberStatus,
    string
  >,
  manage: (name: string) => `Manage “${name}”`,
  invite: {
    open: 'Invite',
    title: 'Invite to {organization}',
    address: 'Email address',
    send: 'Send invitation',
    sending: 'Sending...',
    sent: (address: string) => `Invitation sent to ${isolated(address)}. It is valid for a week.`,
  },
  roles: {
    legend: 'Roles',
    inherited: 'from single sign-on or the email domain',
    own: 'These are your own roles.',
    save: 'Save roles',
    saving: 'Saving...',
    saved: (name: string) => `Roles saved: ${isolated(name)}`,
  },
  resend: {
    label: 'Send the invitation again',
  },
  withdraw: {
    label: 'Withdraw the invitation',
    done: (name: string) => `Invitation withdrawn: ${isolated(name)}`,
  },
  signOut: {
    label: 'Sign out everywhere',
    question: (name: string) =>
      `${isolated(name)} is signed out on all devices and can sign in again.`,
    done: (name: string) => `Signed out everywhere: ${isolated(name)}`,
  },
  remove: {
    label: 'Remove',
    question: (name: string, organization: string) =>
      `${isolated(name)} loses access to ${isolated(organization)} at once. You can bring them back later.`,
    done: (name: string) => `Removed: ${isolated(name)}`,
  },
  reactivate: {
    label: 'Bring back',
    done: (name: string) => `Back again: ${isolated(name)}`,
  },
  cancel: 'Cancel',
  close: 'Close',
  problems: {
    gone: 'This person is no longer in the list. Somebody else may have removed them.',
    duplicate: 'Somebody with this address is already a member or invited.',
    address: 'Enter an email address.',
    domain: 'Addresses of this domain cannot be invited to this organization. Use another address.',
    last_admin: 'Nobody else is an administrator. Make somebody else an administrator first.',
  } satisfies DirectorySentences,
} as const;
