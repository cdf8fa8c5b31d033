import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { InferResponseType } from 'hono/client';
import { useDeferredValue, useState } from 'react';
import type { Api } from '#src/api/api.ts';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { Filter, ListPage } from '#src/ui/list-page/list-page.tsx';
import { ListRow, ListView } from '#src/ui/list-page/list-view.tsx';
import { type Action, messages, RESOURCE_NAMES } from './messages.ts';

/** An entry as the service sends it. */
type Entry = InferResponseType<Api['audit']['$get']>['entries'][number];

/** With the time zone: entries are compared with the file, which has UTC, and by people in other zones. */
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** Who did what in the organization (R24.3). `?subject=` shows the history of one row. */
export function AuditPage() {
  const member = useSession();
  const isPermitted = member.can('audit', 'read');
  return (
    <ListPage title={messages.title} member={member} isPermitted={isPermitted} texts={messages}>
      <AuditView />
    </ListPage>
  );
}

/** The entries that match the filter, as a list and as a file. */
function AuditView() {
  const { api } = useSession();
  const [query, setQuery] = useState('');
  const [action, setAction] = useState<'' | Action>('');
  const subject = useLocation({
    select: ({ searchStr }) => new URLSearchParams(searchStr).get('subject') ?? '',
  });
  const search = useDeferredValue(query.trim());
  const filter = { search, action, subject };
  const list = useInfiniteQuery({
    queryKey: ['audit_entries', filter],
    queryFn: async ({ pageParam: cursor }) =>
      (await api.audit.$get({ query: { ...filter, cursor } })).json(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? null;
  const download = useMutation({
    mutationFn: async () =>
      (await api.audit.file.$get({ query: { ...filter, cursor: '' } })).json(),
    onSuccess: ({ csv }) => save('audit-trail.csv', csv),
  });
  const isFiltered = search !== '' || action !== '' || subject !== '';
  const failure = download.error && `${messages.downloadFailed} ${explain(download.error)}`;
  const result = failure
    ? ({ tone: 'error', text: failure } as const)
    : download.data?.isComplete === false
      ? ({ tone: 'info', text: messages.incomplete } as const)
      : null;
  return (
    <ListView
      search={{ label: messages.search, value: query, onText: setQuery }}
      controls={
        <>
          <Filter
            label={messages.filter}
            value={action}
            names={messages.actions}
            onChange={setAction}
          />
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            {messages.download}
          </Button>
        </>
      }
      note={
        subject === '' ? null : (
          <p className={styles.count}>
            <span>{`${messages.ofOne} `}</span>
            <a href="/audit">{messages.showAll}</a>
          </p>
        )
      }
      status={isFiltered && entries?.length === 0 ? messages.noMatch : ''}
      list={list}
      failure={list.error && explain(list.error)}
      items={entries}
      loading={messages.loading}
      none={isFiltered ? null : { heading: messages.none }}
      row={(entry) => <EntryRow key={entry.id} entry={entry} />}
      result={<Notice notice={result} onDismiss={download.reset} />}
    />
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { at, action, resource, subject, member, impersonator } = entry;
  const name = member.name || member.memberId || messages.somebody;
  return (
    <ListRow
      name={subject.name || subject.id}
      onOpen={null}
      description={RESOURCE_NAMES[resource] ?? resource}
      details={
        <>
          {impersonator === null ? (
            <Sentence text={messages.by} values={{ name }} />
          ) : (
            <Sentence text={messages.byImpersonator} values={{ name, impersonator }} />
          )}
          <time dateTime={at} data-volatile>
            {dateFormat.format(new Date(at))}
          </time>
        </>
      }
      state={action}
      stateName={messages.actions[action]}
    />
  );
}

/** Downloads a file. The byte order mark at its start tells Excel that it is UTF-8. */
function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
