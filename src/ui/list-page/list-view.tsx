import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Notice } from '../feedback/notice.tsx';
import { SettledStatus } from '../feedback/settled-status.tsx';
import { useLostFocus } from '../hooks/use-lost-focus.ts';
import { messages } from '../messages.ts';
import styles from './list-page.module.css';

interface ListViewProps<Item> {
  /** The field that searches the list; `null` where there is nothing to search. */
  readonly search: {
    readonly label: string;
    readonly value: string;
    readonly onText: (text: string) => void;
  } | null;
  /** The controls beside the search field. */
  readonly controls: ReactNode;
  /** A note between the controls and the list. */
  readonly note?: ReactNode;
  /** What was found. */
  readonly status: string;
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
  readonly none: { readonly heading: string; readonly hint?: ReactNode } | null;
  readonly row: (item: Item) => ReactNode;
  /** The notice about the latest action. */
  readonly result: ReactNode;
  /** The dialogs. */
  readonly children?: ReactNode;
}

/** A list by pages, or why it cannot be shown: what searches it, its rows, and what an action on it has done. */
export function ListView<Item>(props: ListViewProps<Item>) {
  const { search, status, list, failure, items, isBusy = false, none } = props;
  // An action can remove the row that had the focus.
  useLostFocus();
  return (
    <section className={styles.view}>
      <div className={styles.toolbar}>
        {search ? (
          <TextField {...search} labelHidden type="search" placeholder={search.label} />
        ) : null}
        {props.controls}
      </div>
      {props.note}
      <SettledStatus className={styles.count} text={status} />
      {failure === null ? null : (
        <Notice notice={{ tone: 'error', text: failure }}>
          <Button kind="link" onClick={() => void list.refetch()}>
            {messages.tryAgain}
          </Button>
        </Notice>
      )}
      {items === null && failure === null ? (
        <p className={styles.loading}>{props.loading}</p>
      ) : null}
      {items?.length ? (
        <ul className={styles.list} aria-busy={list.isRefetching || isBusy}>
          {items.map(props.row)}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.showMore}
        </Button>
      ) : null}
      {items?.length === 0 && none ? (
        <div className={styles.emptyList}>
          <h2 className={styles.heading}>{none.heading}</h2>
          {none.hint}
        </div>
      ) : null}
      <div className={styles.result}>{props.result}</div>
      {props.children}
    </section>
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
