import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { Icon } from './icons.tsx';
import styles from './policy-list.module.css';
import { PolicyRow, type PolicyRowProps } from './policy-row.tsx';
import type { Policy, usePolicies } from './use-policies.ts';

interface PolicyListProps extends Omit<PolicyRowProps, 'policy'> {
  readonly list: ReturnType<typeof usePolicies>['list'];
  readonly policies: readonly Policy[] | null;
  /** Whether these are the matches of a search. */
  readonly isSearch: boolean;
}

/** The policies that match the search, or why none can be shown. */
export function PolicyList({ list, policies, isSearch, onOpen, onDelete }: PolicyListProps) {
  const { error } = list;
  return (
    <>
      {error ? (
        <Notice notice={{ tone: 'error', text: explain(error) }}>
          <Button kind="link" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {policies === null && !error ? <p className={styles.loading}>Loading policies...</p> : null}
      {policies?.length ? (
        <ul className={styles.list}>
          {policies.map((policy) => (
            <PolicyRow key={policy.id} policy={policy} onOpen={onOpen} onDelete={onDelete} />
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {policies?.length === 0 && !isSearch ? <EmptyList /> : null}
    </>
  );
}

function EmptyList() {
  const { session, can } = useSession();
  const hint = can('policy', 'create')
    ? 'Write the first policy of {organization}. All its members can read it.'
    : 'There are no policies of {organization}.';
  return (
    <div className={styles.emptyList}>
      <span className={styles.icon}>
        <Icon name="page" />
      </span>
      <h2 className={styles.heading}>No policies yet</h2>
      <p>
        <Sentence text={hint} values={{ organization: session.organization.name }} />
      </p>
    </div>
  );
}
