import type { DiscoveredOrganization, Membership } from '#machines/auth/auth.types.ts';
import type { SelectionView } from '#machines/auth/auth.view.ts';
import { LANGUAGE } from '#src/brand/language.ts';
import { isolated } from '#src/ui/elements/sentence.tsx';

type Doing = NonNullable<SelectionView['busy']>['doing'];
type Follows = NonNullable<DiscoveredOrganization['follows']>;

/** The user-facing sentences of the selection screen, and of the warning that step-up shares. */
export const selectionMessages = {
  expiry: {
    warning:
      'For your safety, this sign-in expires in less than 2 minutes. Finish it before then, or start again with Google.',
    continue: 'Continue with Google',
  },
  heading: 'Select Your Organization',
  signedInAs: "You're using {email}. ",
  popular: 'Popular organizations:',
  discovering: 'Discovering your organizations...',
  unread: 'Your organizations could not be read.',
  none: "You're not in an organization yet. Enter a name to create one, or ask an administrator for an invitation.",
  noneWithoutCreation:
    "You're not in an organization yet. Ask an administrator for an invitation, or use another account.",
  groups: {
    member: 'Your organizations',
    invited: 'Invitations',
    joinable: 'Organizations you can join',
  } satisfies Record<Membership, string>,
  verbs: {
    member: '',
    invited: 'Accept',
    joinable: 'Join',
  } satisfies Record<Membership, string>,
  lastUsed: 'Last used',
  tryAgain: 'Try again',
  follows: {
    verification: 'Asks you to verify your email',
    single_sign_on: 'Uses single sign-on',
    second_factor: 'Asks for an authenticator code',
    unsupported: 'Needs a sign-in method that is not available here',
  } satisfies Record<Follows, string>,
  busy: {
    exchanging: 'Signing in...',
    creating: 'Creating...',
    starting: 'Opening sign-in...',
  } satisfies Record<Doing, string>,
  filter: 'Filter organizations',
  filterHint: 'Type part of the name.',
  arrowKeys: 'The arrow keys move in the list.',
  found: (count: number) => (count === 1 ? '1 organization' : `${count} organizations`),
  shownOf: (shown: number, count: number) =>
    `Showing ${shown} of ${count.toLocaleString(LANGUAGE)}. Type in the filter to find the others.`,
  noMatch: 'No matching organizations.',
  enterName: '+ Enter organization name',
  nameLabel: 'Organization name',
  nameHint: 'A new name creates an organization.',
  slugHint: (slug: string) => `We'll create it as ${isolated(`@${slug}`)} if that name is free.`,
  listedHint: ({ name, slug, membership }: DiscoveredOrganization) =>
    `${isolated(name)} (${isolated(`@${slug}`)}) exists already. “Continue” ${membership === 'member' ? 'opens' : 'joins'} it.`,
  namePlaceholder: 'Enter organization name (will create if new)',
  continue: 'Continue',
  cancel: 'Cancel',
} as const;
