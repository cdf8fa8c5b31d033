import type { MouseEvent, ReactNode } from 'react';
import { BinIcon, PencilIcon } from '../icons.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import styles from './policy-row.module.css';

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

interface PolicyRowProps {
  readonly policy: Policy;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** One policy in the list. A click anywhere on the row opens it. */
export function PolicyRow({ policy, canEdit, canDelete, onOpen, onDelete }: PolicyRowProps) {
  const { name, description, state } = policy;
  const updatedAt = new Date(policy.updatedAt);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2 className={styles.heading}>
          <button
            type="button"
            className={styles.name}
            dir="auto"
            data-policy-id={policy.id}
            onClick={onOpen}
          >
            {name}
          </button>
        </h2>
        {description === '' ? null : (
          <p className={styles.description}>
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      <p className={styles.metadata}>
        <span className={styles.state} data-state={state}>
          {messages.states[state]}
        </span>
        <span>
          <span>{`${messages.changed} `}</span>
          <time className={styles.time} dateTime={updatedAt.toISOString()} data-volatile>
            {dateFormat.format(updatedAt)}
          </time>
        </span>
      </p>
      <div className={styles.actions}>
        {canEdit ? (
          <IconButton label={messages.edit(name)} icon={<PencilIcon />} onClick={onOpen} />
        ) : null}
        {canDelete ? (
          <IconButton
            label={messages.remove(name)}
            icon={<BinIcon />}
            // The second click of a double click would delete the policy that takes this one's place.
            onClick={({ detail }) => detail < 2 && onDelete()}
          />
        ) : null}
      </div>
    </li>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (event: MouseEvent) => void;
}

function IconButton({ label, icon, onClick }: IconButtonProps) {
  return (
    <button type="button" className={styles.action} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}
