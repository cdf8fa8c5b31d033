import type { DiscoveredOrganization, Membership } from '#machines/auth/auth.types.ts';
import type { SelectionView } from '#machines/auth/auth.view.types.ts';

type Doing = NonNullable<SelectionView['busy']>['doing'];
type Follows = NonNullable<DiscoveredOrganization['follows']>;

/** The user-facing sentences of the list of organizations. `{name}` marks a value for `Sentence`. */
export const selectionMessages = {
  heading: 'Select Your Organization',
  signedInAs: 'Signed in as {email} —',
  notYou: 'not you?',
  popular: 'Popular organizations:',
  discovering: 'Discovering your organizations...',
  none: 'You are not in an organization yet. Enter the name of one to join it, or to create it.',
  groups: {
    member: 'Your teams',
    invited: 'Invitations',
    joinable: 'Teams you can join',
  } satisfies Record<Membership, string>,
  lastUsed: 'Last used',
  follows: {
    verification: 'Asks to verify your email',
    second_factor: 'Asks for a second factor',
  } satisfies Record<Follows, string>,
  busy: {
    exchanging: 'Signing in…',
    creating: 'Creating…',
    starting: 'Opening Google…',
  } satisfies Record<Doing, string>,
  filter: 'Filter organizations',
  found: (count: number) => (count === 1 ? '1 organization' : `${count} organizations`),
  shownOf: (shown: number, count: number) =>
    `Showing ${shown} of ${count.toLocaleString('en')}. Type in the filter to find the others.`,
  noMatch: 'No organization matches. You can enter its name below.',
  enterName: '+ Enter organization name',
  nameLabel: 'Organization name',
  nameHint: 'Created for you if it is new.',
  slugHint: 'Known as @{slug}',
  namePlaceholder: 'Enter organization name (will create if new)',
  continue: 'Continue',
  cancel: 'Cancel',
} as const;
