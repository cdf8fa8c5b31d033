import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import styles from './list-page.module.css';

export interface ListViewProps<Item> {
  /** The pages of the list, as TanStack Query reads them. */
  readonly list: {
    readonly isRefetching: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => Promise<unknown>;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** Why it could not be read. */
  readonly failure: string | null;
  /** `null` before the first read. */
  readonly items: readonly Item[] | null;
  /** Whether something in the list is being read. */
  readonly isBusy?: boolean;
  readonly loading: string;
  /** What is said of an empty list; `null` where only nothing matches. */
  readonly none: ReactNode;
  readonly row: (item: Item) => ReactNode;
}

/** A list by pages, or why it cannot be shown. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { list, failure, items, isBusy = false, loading, none, row } = props;
  return (
    <>
      {failure === null ? null : (
        <Notice notice={{ tone: 'error', text: failure }}>
          <Button kind="link" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {items === null && failure === null ? <p className={styles.loading}>{loading}</p> : null}
      {items?.length ? (
        <ul className={styles.list} aria-busy={list.isRefetching || isBusy}>
          {items.map(row)}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {items?.length === 0 && none ? <div className={styles.emptyList}>{none}</div> : null}
    </>
  );
}

interface ListRowProps {
  readonly name: ReactNode;
  /** Opens the item, by a click anywhere on the row; `null` where nothing opens. */
  readonly onOpen: (() => void) | null;
  readonly description: ReactNode;
  /** Who or when. */
  readonly details: ReactNode;
  readonly state: string;
  readonly stateName: string;
  readonly actions?: ReactNode;
}

/** One item of a list. */
export function ListRow(props: ListRowProps) {
  const { name, onOpen, description, details, state, stateName, actions } = props;
  return (
    <li className={styles.row} data-opens={onOpen !== null}>
      <div className={styles.text}>
        <h2 className={styles.name}>
          {onOpen === null ? (
            <bdi>{name}</bdi>
          ) : (
            <button type="button" dir="auto" onClick={onOpen}>
              {name}
            </button>
          )}
        </h2>
        {description ? (
          <p className={styles.description}>
            <bdi>{description}</bdi>
          </p>
        ) : null}
        <p className={styles.edited}>{details}</p>
      </div>
      <span className={styles.state} data-state={state}>
        {stateName}
      </span>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </li>
  );
}
