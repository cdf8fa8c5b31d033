import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import { ORGANIZATION_ROWS_SHOWN } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { filterOrganizations } from '#src/features/sign-in/organizations/organization-groups.ts';
import { isComposing } from '#src/ui/is-composing.ts';
import { TextField } from '#src/ui/text-field.tsx';
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

/**
 * The open menu: the current organization, checked, and the others as soon as they are loaded. A long list has a
 * filter instead of type-ahead, and renders its first rows (R6.16).
 */
export function OrganizationMenuItems(props: OrganizationMenuItemsProps) {
  const { id, view, onChoose, onRetry, onClose } = props;
  const list = useRef<HTMLDivElement>(null);
  const navigate = useListNavigation();
  const { organization } = view.session;
  const others = view.memberships?.filter((each) => each.id !== organization.id) ?? null;
  const isLong = others !== null && others.length > ORGANIZATION_ROWS_SHOWN;
  const [filter, setFilter] = useState('');
  const matches = isLong ? filterOrganizations(others, filter) : (others ?? []);
  const shown = matches.slice(0, ORGANIZATION_ROWS_SHOWN);
  const filterField = useRef<HTMLInputElement>(null);

  useEffect(() => menuItems(list.current)[0]?.focus(), []);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    onClose();
  };
  const handleFilterKey = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || isComposing(event)) return;
    event.preventDefault();
    // The first item is the current organization, which the filter does not hide.
    menuItems(list.current)[filter === '' || shown.length === 0 ? 0 : 1]?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const isCharacter = [...event.key].length === 1 && event.key !== ' ';
    if (isLong && isCharacter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The browser then types the character into the field.
      filterField.current?.focus();
      return;
    }
    const items = menuItems(list.current);
    const names = items.map((item) => item.textContent ?? '');
    const index = items.findIndex((item) => item.matches(':focus'));
    const target = navigate(event, names, index);
    if (target !== null) items[target]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its parts have the roles
    <div className={styles.menu} onKeyDown={closeOnEscape}>
      {isLong ? (
        <TextField
          ref={filterField}
          label={menu.filter}
          labelHidden
          type="search"
          placeholder={menu.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={handleFilterKey}
        />
      ) : null}
      <div
        className={styles.items}
        id={id}
        ref={list}
        role="menu"
        // A long list scrolls, so that Tab must reach it from the filter.
        tabIndex={isLong ? 0 : -1}
        aria-label={menu.label}
        aria-busy={view.listing || undefined}
        onKeyDown={handleKeyDown}
      >
        <MenuItem organization={organization} hint={null} isChecked onChoose={onChoose} />
        {shown.map((other) => (
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
        {isLong ? filterStatus(shown.length, matches.length) : statusText(others, view.listing)}
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

function filterStatus(shown: number, count: number): string {
  if (count === 0) return menu.noMatch;
  return shown < count ? menu.shownOf(shown, count) : '';
}

function statusText(others: readonly Organization[] | null, isLoading: boolean): string {
  if (others === null) return isLoading ? menu.loading : menu.loadFailed;
  return others.length === 0 ? menu.none : '';
}
