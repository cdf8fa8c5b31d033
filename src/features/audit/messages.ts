/** What happened to a row, as the service says it. */
export type Action = 'created' | 'changed' | 'deleted' | 'restored';

/** The user-facing sentences of the audit page. `{name}` marks a value for `Sentence`. */
export const messages = {
  title: 'Audit trail',
  denied:
    'You are not allowed to see the audit trail of {organization}. Ask an administrator for access.',
  unknown: "We couldn't check your permissions, so nothing can be shown yet.",
  search: 'Search by person or name',
  filter: 'Show',
  actions: {
    '': 'Everything',
    created: 'Created',
    changed: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
  },
  by: 'By {name}, ',
  byImpersonator: 'By {impersonator} as {name}, ',
  somebody: 'somebody',
  download: 'Download CSV',
  downloadFailed: 'The file was not downloaded.',
  incomplete:
    'The file is not complete: it has only the newest entries. Search or filter for the others.',
  loading: 'Loading the audit trail...',
  none: 'Nothing has happened yet',
  noMatch: 'Nothing matches.',
  ofOne: 'You are looking at the history of one entry.',
  showAll: 'Show the whole audit trail',
} as const;

/** The names of the tables, one row of each. */
export const RESOURCE_NAMES: Readonly<Record<string, string>> = { policies: 'Policy' };
