import type { InferResponseType } from 'hono/client';
import type { Api } from '#src/api/api.ts';
import { explain } from '#src/api/api-error.ts';
import { Button } from '#src/ui/button.tsx';
import styles from '#src/ui/list.module.css';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import own from './audit.module.css';
import { messages, RESOURCE_NAMES } from './messages.ts';

/** An entry as the service sends it. */
type Entry = InferResponseType<Api['audit']['$get']>['entries'][number];

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

interface AuditListProps {
  readonly list: {
    readonly error: Error | null;
    readonly isRefetching: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => Promise<unknown>;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly entries: readonly Entry[] | null;
  readonly isFiltered: boolean;
}

/** The entries, or why none can be shown. */
export function AuditList({ list, entries, isFiltered }: AuditListProps) {
  const { error } = list;
  return (
    <>
      {error ? (
        <Notice notice={{ tone: 'error', text: explain(error) }}>
          <Button kind="link" onClick={() => void list.refetch()}>
            {messages.retry}
          </Button>
        </Notice>
      ) : null}
      {entries === null && !error ? <p className={styles.loading}>{messages.loading}</p> : null}
      {entries?.length ? (
        <ul className={styles.list} aria-busy={list.isRefetching}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.more}
        </Button>
      ) : null}
      {entries?.length === 0 && !isFiltered ? (
        <div className={styles.emptyList}>
          <h2 className={styles.heading}>{messages.none}</h2>
        </div>
      ) : null}
    </>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { at, action, resource, subject, member, impersonator } = entry;
  const name = member.name || member.memberId || messages.somebody;
  return (
    <li className={`${styles.row} ${own.entry}`}>
      <div className={styles.text}>
        <h2 className={styles.name}>
          <bdi>{subject.name || subject.id}</bdi>
        </h2>
        <p className={styles.description}>{RESOURCE_NAMES[resource] ?? resource}</p>
        <p className={styles.edited}>
          {impersonator === null ? (
            <Sentence text={messages.by} values={{ name }} />
          ) : (
            <Sentence text={messages.byImpersonator} values={{ name, impersonator }} />
          )}
          <time dateTime={at} data-volatile>
            {dateFormat.format(new Date(at))}
          </time>
        </p>
      </div>
      <span className={styles.state} data-state={action}>
        {messages.actions[action]}
      </span>
    </li>
  );
}
