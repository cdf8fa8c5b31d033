import { BinIcon, PencilIcon } from '../icons.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import styles from './policy-row.module.css';

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

interface PolicyRowProps {
  readonly policy: Policy;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** A policy on the list: its name opens it, wherever on the row one presses. */
export function PolicyRow({ policy, mayEdit, mayDelete, onOpen, onDelete }: PolicyRowProps) {
  const { name, description, state, updatedAt } = policy;
  const changed = new Date(updatedAt);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h2 className={styles.heading}>
          <button type="button" className={styles.name} dir="auto" onClick={onOpen}>
            {name}
          </button>
        </h2>
        {description === '' ? null : (
          <p className={styles.description}>
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      <p className={styles.facts}>
        <span className={[styles.state, styles[state]].join(' ')}>{messages.states[state]}</span>
        <span>
          {messages.changed}{' '}
          <time dateTime={changed.toISOString()} data-volatile>
            {date.format(changed)}
          </time>
        </span>
      </p>
      <div className={styles.actions}>
        {mayEdit ? (
          <button
            type="button"
            className={styles.action}
            aria-label={messages.edit(name)}
            title={messages.edit(name)}
            onClick={onOpen}
          >
            <PencilIcon />
          </button>
        ) : null}
        {mayDelete ? (
          <button
            type="button"
            className={styles.action}
            aria-label={messages.remove(name)}
            title={messages.remove(name)}
            onClick={onDelete}
          >
            <BinIcon />
          </button>
        ) : null}
      </div>
    </li>
  );
}
