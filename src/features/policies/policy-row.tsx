import { useSession } from '#src/api/session.tsx';
import { Edited } from './edited.tsx';
import { Icon } from './icons.tsx';
import styles from './policy-row.module.css';
import { type Policy, STATE_NAMES } from './use-policies.ts';

export interface PolicyRowProps {
  readonly policy: Policy;
  readonly onOpen: (policy: Policy) => void;
  readonly onDelete: (policy: Policy) => void;
}

/** One policy in the list. A click anywhere on the row opens it. */
export function PolicyRow({ policy, onOpen, onDelete }: PolicyRowProps) {
  const { can } = useSession();
  const { name, description, state } = policy;
  const open = () => onOpen(policy);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2 className={styles.heading}>
          <button type="button" className={styles.name} dir="auto" onClick={open}>
            {name}
          </button>
        </h2>
        {description === '' ? null : (
          <p className={styles.description}>
            <bdi>{description}</bdi>
          </p>
        )}
        <p className={styles.edited}>
          <Edited policy={policy} />
        </p>
      </div>
      <p className={styles.metadata}>
        <span className={styles.state} data-state={state}>
          {STATE_NAMES[state]}
        </span>
      </p>
      <div className={styles.actions}>
        {can('policy', 'update') ? (
          <IconButton label={`Edit “${name}”`} icon="pencil" onClick={open} />
        ) : null}
        {can('policy', 'delete') ? (
          <IconButton label={`Delete “${name}”`} icon="bin" onClick={() => onDelete(policy)} />
        ) : null}
      </div>
    </li>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: 'pencil' | 'bin';
  readonly onClick: () => void;
}

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.action}
      title={label}
      // The second click of a double click would meet the policy that takes this one's place.
      onClick={({ detail }) => detail < 2 && onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}
