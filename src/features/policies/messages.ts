import {
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  type PolicyProblem,
  type PolicyState,
} from '#machines/rules/policy.ts';

const listFormat = new Intl.ListFormat('en');

/** The actions of the resource `policy` in the access policy, with the verb of each. */
export const POLICY_ACTIONS = { read: 'read', create: 'create', update: 'edit', delete: 'delete' };

/** The user-facing sentences of the policies page. `{name}` marks a value for `Sentence`. */
export const messages = {
  heading: 'Policies',
  switching: 'Switching to another organization. Please wait.',
  statechart: 'For developers: the statechart',
  permissions: {
    loading: 'Checking your permissions...',
    unknown: "We couldn't check your permissions, so nothing can be shown or changed yet.",
    denied:
      'You are not allowed to see the policies of {organization}. Ask an administrator for access.',
    allowed: (verbs: readonly string[]) =>
      `You can ${listFormat.format(verbs)} policies here. If you need more, ask an administrator.`,
  },
  create: 'New policy',
  edit: (name: string) => `Edit “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  search: 'Search policies',
  searchPlaceholder: 'Search',
  matchCount: (count: number, hasMore: boolean) =>
    count === 1 ? '1 policy' : hasMore ? `More than ${count} policies` : `${count} policies`,
  noMatch: (query: string) => `No policy matches “\u2068${query}\u2069”.`,
  clearSearch: 'Clear the search',
  more: 'Show more',
  loading: 'Loading policies...',
  empty: 'No policies yet',
  emptyHint: 'There are no policies of {organization}.',
  emptyInvite: 'Write the first policy of {organization}. All its members can read it.',
  retry: 'Try again',
  states: { draft: 'Draft', active: 'Active' } satisfies Record<PolicyState, string>,
  edited: 'Edited by {name}, ',
  editedByYou: 'Edited by you, ',
  somebody: 'Somebody',
  now: 'just now',
  deleted: (count: number) =>
    count === 1 ? 'Deleted: “{name}”' : `${count} policies were deleted.`,
  undo: 'Undo',
  undoLabel: (count: number, name: string) =>
    count === 1 ? `Undo deleting “${name}”` : `Undo deleting ${count} policies`,
  restored: (count: number) => (count === 1 ? 'Restored: “{name}”' : `${count} policies are back.`),
  saved: 'Saved: “{name}”',
  undoFailed: (why: string) => `Not everything is back. ${why}`,
  deleteFailed: (why: string) => `The policy was not deleted. ${why}`,
  old: {
    offer: (count: number) =>
      count === 1
        ? '1 policy was kept in this browser. Move it to {organization}?'
        : `${count} policies were kept in this browser. Move them to {organization}?`,
    move: 'Move',
    discard: 'Discard',
    failed: (why: string) => `Not every policy was moved. ${why}`,
  },
  editor: {
    create: 'New policy',
    edit: 'Edit policy',
    name: 'Name',
    description: 'Description (optional)',
    state: 'State',
    hints: {
      draft: 'Still being written',
      active: 'In force',
    } satisfies Record<PolicyState, string>,
    save: 'Save',
    saving: 'Saving...',
    cancel: 'Cancel',
    close: 'Close',
    noDescription: 'No description.',
    failed: (why: string) => `${why} What you typed is still here.`,
    restored: 'What you were writing is still here. It is not saved yet.',
    unsaved: 'Discard your changes?',
    discard: 'Discard',
    keep: 'Keep editing',
    problems: {
      name_missing: 'Give the policy a name.',
      name_too_long: `Keep the name to ${POLICY_NAME_MAX_LENGTH} characters.`,
      description_too_long: `Keep the description to ${POLICY_DESCRIPTION_MAX_LENGTH.toLocaleString('en')} characters.`,
    } satisfies Record<PolicyProblem, string>,
  },
  conflict: {
    changed: '{name} changed this policy while you were writing. Which text should stay?',
    deleted: '{name} deleted this policy while you were writing.',
    mine: 'Your text',
    theirs: 'Text of {name}',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
    saveAsNew: 'Save as a new policy',
    discard: 'Discard my text',
  },
  shortcuts: {
    heading: 'Keyboard shortcuts',
    create: 'New policy',
    search: 'Search policies',
    help: 'Show these shortcuts',
    save: 'Save a policy',
    close: 'Close',
    enable: 'Use single keys as shortcuts',
    enableNote: 'They do nothing while you type.',
  },
} as const;
