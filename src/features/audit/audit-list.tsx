import type { InferResponseType } from 'hono/client';
import type { Api } from '#src/api/api.ts';
import { explain } from '#src/api/api-error.ts';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { ListRow, ListView, type ListViewProps } from '#src/ui/list-page/list-view.tsx';
import { messages, RESOURCE_NAMES } from './messages.ts';

/** An entry as the service sends it. */
type Entry = InferResponseType<Api['audit']['$get']>['entries'][number];

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

interface AuditListProps {
  readonly list: ListViewProps<Entry>['list'] & { readonly error: Error | null };
  readonly entries: readonly Entry[] | null;
  readonly isFiltered: boolean;
}

/** The entries, or why none can be shown. */
export function AuditList({ list, entries, isFiltered }: AuditListProps) {
  return (
    <ListView
      list={list}
      failure={list.error && explain(list.error)}
      items={entries}
      loading={messages.loading}
      none={isFiltered ? null : <h2 className={styles.heading}>{messages.none}</h2>}
      row={(entry) => <EntryRow key={entry.id} entry={entry} />}
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
