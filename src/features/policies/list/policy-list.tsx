import type { ReactNode } from 'react';
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
  readonly isSearching: boolean;
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
  const { collection, matches, isSearching, canEdit, canDelete, onOpen, onDelete } = props;
  const { policies, hasFailed } = collection;
  const status = isSearching ? searchStatus(policies, matches) : '';
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
      <div>
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

/** What a search has found. Nothing is said of policies that are not loaded. */
function searchStatus(policies: readonly Policy[] | null, { length }: readonly Policy[]): string {
  if (policies === null) return '';
  return length === 0 ? messages.noMatch : messages.matchCount(length);
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const text = messages.loadFailed;
  return (
    <div className={styles.loadFailure}>
      <Notice notice={{ tone: 'error', text, requestId: null, remedy: null }} />
      <Button onClick={onRetry}>{messages.retry}</Button>
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
