import {
  POLICY_DESCRIPTION_MAX_LENGTH,
  POLICY_NAME_MAX_LENGTH,
  type PolicyProblem,
  type PolicyState,
} from '#machines/rules/policy.ts';
import { LANGUAGE } from '#src/brand/language.ts';
import { isolated } from '#src/ui/elements/sentence.tsx';

const quoted = (text: string) => `“${isolated(text)}”`;

/** The user-facing sentences of the policies. `{name}` marks a value for `Sentence`. */
export const messages = {
  title: 'Policies',
  /** The actions of the resource `policy` in the access policy, with the verb of each. */
  verbs: { read: 'read', create: 'create', update: 'edit', delete: 'delete' },
  limits: (verbs: string) =>
    `You can ${verbs} policies here. If you need more, ask an administrator.`,
  unknown: "We couldn't check your permissions, so nothing can be shown or changed yet.",
  denied:
    'You are not allowed to see the policies of {organization}. Ask an administrator for access.',
  chart: 'For developers: the statechart',
  search: 'Search policies',
  create: 'New policy',
  matches: (count: number, hasMore: boolean, search: string) => {
    if (count === 0) return `No policy matches ${quoted(search)}.`;
    if (hasMore) return `More than ${count} policies`;
    return count === 1 ? '1 policy' : `${count} policies`;
  },
  saved: (name: string) => `Saved: ${quoted(name)}`,
  deleted: (name: string) => `Deleted: ${quoted(name)}`,
  restored: (name: string) => `Restored: ${quoted(name)}`,
  deletedAlready: 'Somebody else has already deleted this policy.',
  restoredAlready: 'Somebody else has already restored this policy.',
  notOpened: (why: string) => `The policy was not opened. ${why}`,
  notDeleted: (why: string) => `The policy was not deleted. ${why}`,
  notRestored: (why: string) => `The policy was not restored. ${why}`,
  undo: 'Undo',
  undoLabel: (name: string) => `Undo deleting “${name}”`,
  list: {
    loading: 'Loading policies...',
    none: 'No policies yet',
    noneHint: 'All members of {organization} can read what is written here.',
    history: 'History',
    historyLabel: (name: string) => `History of “${name}”`,
    edit: (name: string) => `Edit “${name}”`,
    delete: (name: string) => `Delete “${name}”`,
  },
  states: { draft: 'Draft', active: 'Active' } satisfies Record<PolicyState, string>,
  edited: {
    byYou: 'Edited by you, ',
    by: 'Edited by {name}, ',
    somebody: 'somebody',
  },
  noDescription: 'No description.',
  close: 'Close',
  editor: {
    new: 'New policy',
    edit: 'Edit policy',
    restored: 'What you were writing is still here. It is not saved yet.',
    name: 'Name',
    description: 'Description (optional)',
    state: 'State',
    cancel: 'Cancel',
    save: 'Save',
    saving: 'Saving...',
    failed: (why: string) => `${why} What you typed is still here.`,
    discard: { heading: 'Discard your changes?', discard: 'Discard', keep: 'Keep editing' },
  },
  problems: {
    name_missing: 'Give the policy a name.',
    name_too_long: `Use at most ${POLICY_NAME_MAX_LENGTH} characters for the name.`,
    description_too_long: `Use at most ${POLICY_DESCRIPTION_MAX_LENGTH.toLocaleString(LANGUAGE)} characters for the description.`,
  } satisfies Record<PolicyProblem, string>,
  conflict: {
    somebody: 'Somebody',
    deleted: (name: string) => `${isolated(name)} deleted this policy while you were writing.`,
    changed: (name: string) =>
      `${isolated(name)} changed this policy while you were writing. Which text should stay?`,
    theirs: 'Text of {name}',
    mine: 'Your text',
    keepTheirs: 'Keep theirs',
    discardMine: 'Discard my text',
    keepMine: 'Keep mine',
    saveAsNew: 'Save as a new policy',
  },
} as const;
