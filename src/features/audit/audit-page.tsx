import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { Filter, ListPage } from '#src/ui/list-page/list-page.tsx';
import { AuditList } from './audit-list.tsx';
import { type Action, messages } from './messages.ts';

/** Who did what in the organization (R24.3). `?subject=` shows the history of one row. */
export function AuditPage() {
  const { session, can, access, isSwitching } = useSession();
  return (
    <ListPage
      title={messages.title}
      organization={session.organization.name}
      isSwitching={isSwitching}
      access={access}
      isPermitted={can('audit', 'read')}
      texts={messages}
    >
      <AuditView />
    </ListPage>
  );
}

/** The entries that the filter lets through, as a list and as a file. */
function AuditView() {
  const { api, isSwitching } = useSession();
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
    <section className={styles.view}>
      <div className={styles.held} inert={isSwitching}>
        <div className={styles.toolbar}>
          <TextField
            label={messages.search}
            labelHidden
            type="search"
            placeholder={messages.search}
            value={query}
            onText={setQuery}
          />
          <Filter
            label={messages.filter}
            value={action}
            names={messages.actions}
            onChange={setAction}
          />
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            {messages.download}
          </Button>
        </div>
        {subject === '' ? null : (
          <p className={styles.count}>
            <span>{`${messages.ofOne} `}</span>
            <a href="/audit">{messages.showAll}</a>
          </p>
        )}
        <SettledStatus
          className={styles.count}
          text={isFiltered && entries?.length === 0 ? messages.noMatch : ''}
        />
        <AuditList list={list} entries={entries} isFiltered={isFiltered} />
      </div>
      <div className={styles.result}>
        <Notice notice={result} onDismiss={download.reset} />
      </div>
    </section>
  );
}

/** Gives the browser a file to keep. The mark at its start tells Excel that it is UTF-8. */
function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
