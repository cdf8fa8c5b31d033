import type { ReactNode } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { explain } from '#src/api/api-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { SettledStatus } from '#src/ui/settled-status.tsx';
import { PageIcon } from '../icons.tsx';
import { messages } from '../messages.ts';
import type { Policy, PolicyCollection } from '../use-policies.ts';
import styles from './policy-list.module.css';
import { PolicyRow } from './policy-row.tsx';

interface PolicyListProps {
  readonly collection: PolicyCollection;
  /** The words of the search, without spaces around them. */
  readonly search: string;
  /** Whether the latest action was a search. The end of one is said, too; another action has a result of its own. */
  readonly hasSearched: boolean;
  readonly organization: Organization;
  /** Shown in the empty list; `null` when the member cannot create policies. */
  readonly createButton: ReactNode;
  readonly onOpen: (policy: Policy) => void;
  readonly onDelete: (policy: Policy) => void;
  readonly onClearSearch: () => void;
}

/** The policies that match the search, or why none can be shown. */
export function PolicyList(props: PolicyListProps) {
  const { collection, search, hasSearched, onOpen, onDelete } = props;
  const { policies, error, hasMore } = collection;
  const isEmpty = policies?.length === 0;
  const count = policies?.length ?? 0;
  const found = isEmpty && search ? messages.noMatch(search) : messages.matchCount(count, hasMore);
  return (
    <>
      {error ? (
        <Notice notice={{ tone: 'error', text: explain(error) }}>
          <Button kind="link" onClick={collection.reload}>
            {messages.retry}
          </Button>
        </Notice>
      ) : null}
      <SettledStatus className={styles.count} text={hasSearched && policies ? found : ''} />
      {policies === null && !error ? <Skeleton /> : null}
      {count > 0 ? (
        <ul className={styles.list}>
          {policies?.map((policy) => (
            <PolicyRow key={policy.id} policy={policy} onOpen={onOpen} onDelete={onDelete} />
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <Button busy={collection.isLoadingMore} onClick={collection.showMore}>
          {messages.more}
        </Button>
      ) : null}
      {isEmpty ? <EmptyList {...props} /> : null}
    </>
  );
}

function EmptyList({ search, organization, createButton, onClearSearch }: PolicyListProps) {
  if (search !== '') {
    return (
      <div className={styles.noMatch}>
        <Button onClick={onClearSearch}>{messages.clearSearch}</Button>
      </div>
    );
  }
  const hint = createButton === null ? messages.emptyHint : messages.emptyInvite;
  return (
    <div className={styles.emptyList}>
      <span className={styles.icon}>
        <PageIcon />
      </span>
      <h2 className={styles.heading}>{messages.empty}</h2>
      <p>
        <Sentence text={hint} values={{ organization: organization.name }} />
      </p>
      {createButton}
    </div>
  );
}

/** Placeholder rows. They appear with a delay, so that a fast load shows none. */
function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={styles.loading}>{messages.loading}</p>
      <div className={styles.placeholders}>
        <span className={styles.placeholder} />
        <span className={styles.placeholder} />
        <span className={styles.placeholder} />
      </div>
    </div>
  );
}
