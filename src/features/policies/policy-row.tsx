import { useSession } from '#src/api/session.tsx';
import { IconButton } from '#src/ui/controls/icon-button.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { ListRow } from '#src/ui/list-page/list-view.tsx';
import { EditedBy } from './edited-by.tsx';
import { messages } from './messages.ts';
import type { ListedPolicy } from './use-policies.ts';

const { list: words } = messages;

const PENCIL = 'M12.5 4.5l3 3L7 16H4v-3z';
const BIN = 'M4 6h12M8 6V4h4v2M6 6l.6 10h6.8L14 6M8.6 9v4.5M11.4 9v4.5';

interface PolicyRowProps {
  readonly policy: ListedPolicy;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** One policy in the list. A click anywhere on the row opens it. */
export function PolicyRow({ policy, onOpen, onDelete }: PolicyRowProps) {
  const { can } = useSession();
  const { name, excerpt, state } = policy;
  return (
    <ListRow
      name={name}
      onOpen={onOpen}
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
            <IconButton label={words.edit(name)} icon={PENCIL} onClick={onOpen} />
          ) : null}
          {can('policy', 'delete') ? (
            <IconButton label={words.delete(name)} icon={BIN} onClick={onDelete} />
          ) : null}
        </>
      }
    />
  );
}
