import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { IconButton } from '#src/ui/controls/icon-button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { ListRow, ListView } from '#src/ui/list-page/list-view.tsx';
import { EditedBy } from './edited-by.tsx';
import { messages } from './messages.ts';
import type { ListedPolicy, usePolicies } from './use-policies.ts';

const { list: words } = messages;

const PENCIL = 'M12.5 4.5l3 3L7 16H4v-3z';
const BIN = 'M4 6h12M8 6V4h4v2M6 6l.6 10h6.8L14 6M8.6 9v4.5M11.4 9v4.5';

interface PolicyListProps {
  readonly list: ReturnType<typeof usePolicies>['list'];
  readonly policies: readonly ListedPolicy[] | null;
  /** Whether a policy is being read before it opens. */
  readonly isOpening: boolean;
  /** Whether these are the matches of a search. */
  readonly isSearch: boolean;
  readonly onOpen: (policy: ListedPolicy) => void;
  readonly onDelete: (policy: ListedPolicy) => void;
}

/** The policies that match the search, or why none can be shown. */
export function PolicyList(props: PolicyListProps) {
  const { list, policies, isOpening, isSearch, onOpen, onDelete } = props;
  const { organization } = useSession().session;
  return (
    <ListView
      list={list}
      failure={list.error && explain(list.error)}
      items={policies}
      isBusy={isOpening}
      loading={words.loading}
      none={
        isSearch ? null : (
          <>
            <h2 className={styles.heading}>{words.none}</h2>
            <p>
              <Sentence text={words.noneHint} values={{ organization: organization.name }} />
            </p>
          </>
        )
      }
      row={(policy) => (
        <PolicyRow key={policy.id} policy={policy} onOpen={onOpen} onDelete={onDelete} />
      )}
    />
  );
}

interface PolicyRowProps extends Pick<PolicyListProps, 'onOpen' | 'onDelete'> {
  readonly policy: ListedPolicy;
}

/** One policy in the list. A click anywhere on the row opens it. */
function PolicyRow({ policy, onOpen, onDelete }: PolicyRowProps) {
  const { can } = useSession();
  const { name, excerpt, state } = policy;
  const open = () => onOpen(policy);
  return (
    <ListRow
      name={name}
      onOpen={open}
      description={excerpt}
      details={
        <>
          <EditedBy policy={policy} />
          {can('audit', 'read') ? (
            <a
              className={styles.history}
              href={`/audit?subject=${policy.id}`}
              aria-label={words.historyLabel(name)}
            >
              {words.history}
            </a>
          ) : null}
        </>
      }
      state={state}
      stateName={messages.states[state]}
      actions={
        <>
          {can('policy', 'update') ? (
            <IconButton label={words.edit(name)} icon={PENCIL} onClick={open} />
          ) : null}
          {can('policy', 'delete') ? (
            <IconButton label={words.delete(name)} icon={BIN} onClick={() => onDelete(policy)} />
          ) : null}
        </>
      }
    />
  );
}
