import type { PolicyProblem, PolicyState } from './policy.ts';
import { POLICY_DESCRIPTION_MAX_LENGTH, POLICY_NAME_MAX_LENGTH } from './policy.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a role may let a member do with policies, as the access policy calls it, and in a sentence. */
export const ACTION_VERBS = {
  read: 'read',
  create: 'create',
  update: 'edit',
  delete: 'delete',
} as const;

/** Every sentence of the policies page. */
export const messages = {
  heading: 'Policies',
  keptHere: 'Policies are kept in this browser only.',
  statechart: 'For developers: the statechart',
  permissions: {
    asking: 'Reading what your roles permit…',
    unknown:
      'What your roles permit is not known: the access policy could not be read. Until it is, nothing can be shown or changed.',
    retry: 'Try again',
    denied:
      'Your roles do not let you see the policies of {organization}. An administrator can change that.',
    allowed: (words: readonly string[]) => `Your roles let you ${list.format(words)} policies.`,
    readOnly: 'Your roles let you read policies. An administrator can let you do more.',
  },
  create: 'New policy',
  edit: (name: string) => `Edit “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  search: 'Search policies',
  searchPlaceholder: 'Search',
  found: (count: number) => (count === 1 ? '1 policy' : `${count} policies`),
  noMatch: 'No policy holds these words.',
  clearSearch: 'Clear the search',
  loading: 'Loading policies…',
  empty: 'No policies yet',
  emptyHint: 'Policies of {organization} will be listed here.',
  emptyInvite: 'Write the first policy of {organization}.',
  unread: 'Your policies could not be read from this browser’s database. They are not lost.',
  retry: 'Try again',
  states: { draft: 'Draft', active: 'Active' } satisfies Record<PolicyState, string>,
  changed: 'Changed',
  deleted: '“{name}” was deleted.',
  undo: 'Undo',
  undoLabel: (name: string) => `Undo deleting “${name}”`,
  restored: 'The policy is back.',
  saved: 'The policy is saved.',
  undeleted: 'The policy could not be brought back. It is still here to try again.',
  notDeleted: 'The policy could not be deleted from this browser’s database. Nothing was changed.',
  dismiss: 'Dismiss',
  editor: {
    create: 'New policy',
    edit: 'Edit policy',
    read: 'Policy',
    name: 'Name',
    description: 'Description',
    state: 'State',
    hints: {
      draft: 'Still being written',
      active: 'In force',
    } satisfies Record<PolicyState, string>,
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    close: 'Close',
    noDescription: 'No description.',
    failed:
      'The policy could not be saved in this browser’s database. What you typed is still here: please try again.',
    changedElsewhere: 'This policy was changed in another tab meanwhile. Saving replaces that.',
    goneElsewhere: 'This policy was deleted in another tab meanwhile. Saving brings it back.',
    unsaved: 'What you typed is not saved.',
    discard: 'Discard',
    keep: 'Keep editing',
    problems: {
      name_missing: 'Please give the policy a name.',
      name_too_long: `Please keep the name to ${POLICY_NAME_MAX_LENGTH} characters.`,
      description_too_long: `Please keep the description to ${POLICY_DESCRIPTION_MAX_LENGTH.toLocaleString('en')} characters.`,
    } satisfies Record<PolicyProblem, string>,
  },
  shortcuts: {
    heading: 'Keyboard shortcuts',
    open: 'Keyboard shortcuts',
    create: 'New policy',
    search: 'Search policies',
    sheet: 'Show these shortcuts',
    save: 'Save a policy',
    close: 'Close',
    single: 'Use single keys as shortcuts',
    none: 'They do nothing while you type.',
  },
} as const;
