import { type ReactNode, useState } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { SettledStatus } from '#src/ui/settled-status.tsx';
import { PageIcon } from '../icons.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import type { PolicyCollection } from '../use-policies.ts';
import styles from './policy-list.module.css';
import { PolicyRow } from './policy-row.tsx';

interface PolicyListProps {
  readonly collection: PolicyCollection;
  /** The policies that match the search. */
  readonly matches: readonly Policy[];
  /** The words of the search, without spaces around them. */
  readonly query: string;
  readonly organization: Organization;
  /** Shown in the empty list; `null` when the member cannot create policies. */
  readonly createButton: ReactNode;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly onOpen: (policy: Policy) => void;
  readonly onDelete: (policy: Policy) => void;
  readonly onClearSearch: () => void;
}

/** The policies that match the search, or why none can be shown. */
export function PolicyList(props: PolicyListProps) {
  const { collection, matches, query, canEdit, canDelete, onOpen, onDelete } = props;
  const { policies, hasFailed } = collection;
  const [searched, setSearched] = useState<PolicyCollection['policies']>(null);
  if (query !== '' && searched !== policies) setSearched(policies);
  // The end of a search is said, too. A later change of the list has a result of its own.
  const status = policies !== null && searched === policies ? searchStatus(query, matches) : '';
  return (
    <>
      {hasFailed ? <LoadFailure onRetry={collection.reload} /> : null}
      <SettledStatus className={styles.count} text={status} />
      {policies === null && !hasFailed ? <Skeleton /> : null}
      {matches.length > 0 ? (
        <ul className={styles.list}>
          {matches.map((policy) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              canEdit={canEdit}
              canDelete={canDelete}
              onOpen={() => onOpen(policy)}
              onDelete={() => onDelete(policy)}
            />
          ))}
        </ul>
      ) : null}
      {matches.length === 0 && policies !== null ? <EmptyList {...props} /> : null}
    </>
  );
}

function EmptyList({ collection, organization, createButton, onClearSearch }: PolicyListProps) {
  if (collection.policies !== null && collection.policies.length > 0) {
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

/** What a search has found. */
function searchStatus(query: string, { length }: readonly Policy[]): string {
  return length === 0 && query !== '' ? messages.noMatch(query) : messages.matchCount(length);
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const text = messages.loadFailed;
  return (
    <Notice notice={{ tone: 'error', text }}>
      <Button kind="link" onClick={onRetry}>
        {messages.retry}
      </Button>
    </Notice>
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
