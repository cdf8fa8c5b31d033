import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import {
  EMPTY_TYPE_AHEAD,
  rowIndexForKey,
  rowIndexForPrefix,
  typeAhead,
} from '#src/ui/list-keys.ts';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { menu } = messages;

interface OrganizationMenuItemsProps {
  readonly id: string;
  readonly view: AppView;
  /** The others are being read, or will be as soon as that is possible. */
  readonly listing: boolean;
  readonly onChoose: (organizationId: string) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** The open menu: the organization the member is in, checked, then the others as soon as they are known. */
export function OrganizationMenuItems(props: OrganizationMenuItemsProps) {
  const { id, view, listing, onChoose, onRetry, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const word = useRef(EMPTY_TYPE_AHEAD);
  const { organization } = view.session;
  const others = view.memberships?.filter((each) => each.id !== organization.id) ?? null;

  useEffect(() => items(list.current)[0]?.focus(), []);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items(list.current);
    const index = all.findIndex((item) => item.matches(':focus'));
    const row = rowIndexForKey(event.key, index, all.length);
    const typed = row === null ? typeAhead(word.current, event.key, event.timeStamp) : null;
    if (row === null && typed === null) return;
    event.preventDefault();
    word.current = typed ?? EMPTY_TYPE_AHEAD;
    const names = all.map((item) => item.textContent ?? '');
    const next = typed === null ? row : rowIndexForPrefix(names, index, typed.text);
    if (next !== null) all[next]?.focus();
  };

  return (
    <div className={styles.menu}>
      <div
        className={styles.items}
        id={id}
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={menu.label}
        aria-busy={listing || undefined}
        onKeyDown={press}
      >
        <Item organization={organization} hint={null} checked onChoose={onChoose} />
        {others?.map((other) => (
          <Item
            key={other.id}
            organization={other}
            hint={hint(other)}
            checked={false}
            onChoose={onChoose}
          />
        ))}
        {others === null && !listing ? (
          <button
            type="button"
            className={styles.item}
            role="menuitem"
            tabIndex={-1}
            onClick={onRetry}
          >
            {menu.retry}
          </button>
        ) : null}
      </div>
      <p className={styles.said} role="status">
        {said(others, listing)}
      </p>
    </div>
  );
}

interface ItemProps {
  readonly organization: Organization;
  readonly hint: string | null;
  readonly checked: boolean;
  readonly onChoose: (organizationId: string) => void;
}

function Item({ organization, hint: note, checked, onChoose }: ItemProps) {
  return (
    <button
      type="button"
      className={styles.item}
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={() => onChoose(organization.id)}
    >
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {organization.name}
        </span>{' '}
        <span className={styles.slug}>
          <bdi>@{organization.slug}</bdi>
          {note === null ? null : ` · ${note}`}
        </span>
      </span>
      <span className={styles.check} aria-hidden="true">
        {checked ? '✓' : ''}
      </span>
    </button>
  );
}

function items(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function hint({ membership }: DiscoveredOrganization): string | null {
  return menu.hints[membership];
}

function said(others: readonly Organization[] | null, listing: boolean): string {
  if (others === null) return listing ? menu.listing : menu.unlisted;
  return others.length === 0 ? menu.alone : '';
}
