import {
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  type PolicyProblem,
  type PolicyState,
} from './policy.ts';
import type { PolicyAction } from './use-permissions.ts';

const listFormat = new Intl.ListFormat('en');

/** The user-facing sentences of the policies page. `{name}` marks a value for `Sentence`. */
export const messages = {
  heading: 'Policies',
  storedLocally: 'Policies are kept in this browser only.',
  switching: 'Switching to another organization. Please wait.',
  statechart: 'For developers: the statechart',
  permissions: {
    loading: 'Checking your permissions...',
    unknown: "We couldn't check your permissions, so nothing can be shown or changed yet.",
    denied:
      'You are not allowed to see the policies of {organization}. Ask an administrator for access.',
    undefined:
      'The project’s access policy has no resource “{resource}”, so no member can use this page. An administrator can add it (read, create, update, delete).',
    allowed: (verbs: readonly string[]) =>
      `You can ${listFormat.format(verbs)} policies here. If you need more, ask an administrator.`,
    verbs: {
      read: 'read',
      create: 'create',
      update: 'edit',
      delete: 'delete',
    } satisfies Record<PolicyAction, string>,
  },
  create: 'New policy',
  edit: (name: string) => `Edit “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  search: 'Search policies',
  searchPlaceholder: 'Search',
  matchCount: (count: number) => (count === 1 ? '1 policy' : `${count} policies`),
  noMatch: (query: string) => `No policy matches “\u2068${query}\u2069”.`,
  clearSearch: 'Clear the search',
  loading: 'Loading policies...',
  empty: 'No policies yet',
  emptyHint:
    'There are no policies of {organization} in this browser. Policies stay in the browser where they were written.',
  emptyInvite: 'Write the first policy of {organization}. It is kept in this browser only.',
  loadFailed: 'Your policies could not be read. They are not lost.',
  retry: 'Try again',
  states: { draft: 'Draft', active: 'Active' } satisfies Record<PolicyState, string>,
  changed: 'Changed',
  deleted: (count: number) =>
    count === 1 ? 'Deleted: “{name}”' : `${count} policies were deleted.`,
  undo: 'Undo',
  undoLabel: (count: number, name: string) =>
    count === 1 ? `Undo deleting “${name}”` : `Undo deleting ${count} policies`,
  restored: (count: number) => (count === 1 ? 'Restored: “{name}”' : `${count} policies are back.`),
  saved: 'Saved: “{name}”',
  undoFailed: 'Not everything is back. Choose “Undo” again.',
  deleteFailed: 'The policy could not be deleted. Nothing was changed.',
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
    failed: 'The policy could not be saved. What you typed is still here.',
    restored: 'What you were writing is still here. It is not saved yet.',
    changedElsewhere: 'This policy was changed in another tab. Saving replaces it.',
    goneElsewhere: 'This policy was deleted in another tab. Saving brings it back.',
    sameName: 'Another policy already has this name.',
    unsaved: 'Discard your changes?',
    discard: 'Discard',
    keep: 'Keep editing',
    problems: {
      name_missing: 'Give the policy a name.',
      name_too_long: `Keep the name to ${POLICY_NAME_MAX_LENGTH} characters.`,
      description_too_long: `Keep the description to ${POLICY_DESCRIPTION_MAX_LENGTH.toLocaleString('en')} characters.`,
    } satisfies Record<PolicyProblem, string>,
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
