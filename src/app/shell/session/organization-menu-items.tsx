import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { useListNavigation } from '#src/ui/use-list-navigation.ts';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { menu } = messages;

interface OrganizationMenuItemsProps {
  readonly id: string;
  readonly view: AppView;
  readonly onChoose: (organizationId: string) => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** The open menu: the current organization, checked, and the others as soon as they are loaded. */
export function OrganizationMenuItems(props: OrganizationMenuItemsProps) {
  const { id, view, onChoose, onRetry, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const navigate = useListNavigation();
  const { organization } = view.session;
  const others = view.memberships?.filter((each) => each.id !== organization.id) ?? null;

  useEffect(() => menuItems(list.current)[0]?.focus(), []);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      return;
    }
    const items = menuItems(list.current);
    const names = items.map((item) => item.textContent ?? '');
    const index = items.findIndex((item) => item.matches(':focus'));
    const target = navigate(event, names, index);
    if (target !== null) items[target]?.focus();
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
        aria-busy={view.listing || undefined}
        onKeyDown={handleKeyDown}
      >
        <MenuItem organization={organization} hint={null} isChecked onChoose={onChoose} />
        {others?.map((other) => (
          <MenuItem
            key={other.id}
            organization={other}
            hint={other.membership === 'invited' ? menu.invitation : null}
            isChecked={false}
            onChoose={onChoose}
          />
        ))}
        {others === null && !view.listing ? (
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
      <p className={styles.status} role="status">
        {statusText(others, view.listing)}
      </p>
    </div>
  );
}

interface MenuItemProps {
  readonly organization: Organization;
  readonly hint: string | null;
  readonly isChecked: boolean;
  readonly onChoose: (organizationId: string) => void;
}

function MenuItem({ organization, hint, isChecked, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      className={styles.item}
      role="menuitemradio"
      aria-checked={isChecked}
      tabIndex={-1}
      onClick={() => onChoose(organization.id)}
    >
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {organization.name}
        </span>{' '}
        <span className={styles.slug}>
          <bdi>@{organization.slug}</bdi>
          {hint === null ? null : ` · ${hint}`}
        </span>
      </span>
      <span className={styles.check} aria-hidden="true">
        {isChecked ? '✓' : ''}
      </span>
    </button>
  );
}

function menuItems(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function statusText(others: readonly Organization[] | null, isLoading: boolean): string {
  if (others === null) return isLoading ? menu.loading : menu.loadFailed;
  return others.length === 0 ? menu.none : '';
}
