import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import type { AppView } from '#machines/auth/auth.view.ts';
import { ORGANIZATION_FILTER_FROM, ORGANIZATION_ROWS_SHOWN } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { filterOrganizations } from '#src/features/sign-in/organizations/organization-groups.ts';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';
import { isComposing } from '#src/ui/hooks/is-composing.ts';
import { rowForKey } from '#src/ui/hooks/list-keys.ts';
import dotted from '#src/ui/styles/dotted.module.css';
import popover from '#src/ui/styles/popover.module.css';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { menu } = messages;

interface OrganizationMenuItemsProps {
  readonly id: string;
  readonly view: AppView;
  readonly onChoose: (organizationId: string) => void;
  readonly onRetry: () => void;
  readonly onCreate: () => void;
}

/**
 * The open menu: the current organization, checked, the others as soon as they are loaded, and how to create one. A
 * long list has a filter, which takes what is typed, and renders its first rows (R6.12, R6.16).
 */
export function OrganizationMenuItems(props: OrganizationMenuItemsProps) {
  const { id, view, onChoose, onRetry, onCreate } = props;
  const list = useRef<HTMLDivElement>(null);
  const { organization } = view.session;
  const others = view.memberships?.filter((each) => each.id !== organization.id) ?? null;
  const hasFilter = (view.memberships?.length ?? 0) >= ORGANIZATION_FILTER_FROM;
  const [filter, setFilter] = useState('');
  const matches = filterOrganizations(others ?? [], filter);
  const shown = matches.slice(0, ORGANIZATION_ROWS_SHOWN);
  const isCurrentShown = filterOrganizations([organization], filter).length > 0;
  const loading = view.listing ? menu.loading : '';
  const status =
    others === null
      ? loading
      : listStatus(shown.length, matches.length, isCurrentShown, others.length);
  const filterField = useRef<HTMLInputElement>(null);

  useEffect(() => menuItems(list.current)[0]?.focus(), []);

  const handleFilterKey = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || isComposing(event)) return;
    event.preventDefault();
    menuItems(list.current)[0]?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const isCharacter = [...event.key].length === 1 && event.key !== ' ';
    if (hasFilter && isCharacter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // The browser then types the character into the field.
      filterField.current?.focus();
      return;
    }
    const items = menuItems(list.current);
    const index = items.findIndex((item) => item.matches(':focus'));
    const target = rowForKey(event, index, items.length);
    if (target !== null) items[target]?.focus();
  };

  return (
    <div className={[popover.popover, styles.menu].join(' ')}>
      {hasFilter ? (
        <TextField
          ref={filterField}
          label={selectionMessages.filter}
          labelHidden
          type="search"
          placeholder={selectionMessages.filter}
          value={filter}
          onText={setFilter}
          onKeyDown={handleFilterKey}
        />
      ) : null}
      <SettledStatus className={styles.status} text={status} />
      <div
        className={styles.items}
        id={id}
        ref={list}
        role="menu"
        // A long list scrolls, so that Tab must reach it from the filter.
        tabIndex={hasFilter ? 0 : -1}
        aria-label={menu.label}
        aria-busy={view.listing || undefined}
        onKeyDown={handleKeyDown}
      >
        {isCurrentShown ? (
          <OrganizationItem organization={organization} isChecked onChoose={onChoose} />
        ) : null}
        {shown.map((other) => (
          <OrganizationItem
            key={other.id}
            organization={other}
            hints={hintsOf(other)}
            verb={selectionMessages.verbs[other.membership]}
            isRefused={other.follows === 'unsupported'}
            onChoose={onChoose}
          />
        ))}
        {others === null && !view.listing ? (
          <ActionItem label={menu.retry} onChoose={onRetry} />
        ) : null}
        {view.canCreate ? <ActionItem label={menu.create} onChoose={onCreate} /> : null}
      </div>
    </div>
  );
}

interface OrganizationItemProps {
  readonly organization: Organization;
  readonly hints?: readonly string[];
  /** What choosing it does beside switching. */
  readonly verb?: string;
  readonly isChecked?: boolean;
  /** The organization requires a verification that is not offered here. The hints say so. */
  readonly isRefused?: boolean;
  readonly onChoose: (organizationId: string) => void;
}

function OrganizationItem(props: OrganizationItemProps) {
  const { organization, hints = [], verb, isChecked = false, isRefused = false, onChoose } = props;
  return (
    <button
      type="button"
      className={styles.item}
      role="menuitemradio"
      aria-checked={isChecked}
      tabIndex={-1}
      aria-disabled={isRefused || undefined}
      data-name={organization.name}
      onClick={() => onChoose(organization.id)}
    >
      <InitialMark name={organization.name} />
      <span className={[styles.text, dotted.clip].join(' ')}>
        <span className={styles.name} dir="auto" translate="no">
          {organization.name}
        </span>
        <span className={[styles.details, dotted.line].join(' ')}>
          <bdi translate="no">{`@${organization.slug}`}</bdi>
          {hints.map((hint) => (
            <span key={hint}>{hint}</span>
          ))}
        </span>
      </span>
      {verb ? <span className={styles.verb}>{verb}</span> : null}
      {isChecked ? (
        <span className={styles.check} aria-hidden="true">
          ✓
        </span>
      ) : null}
    </button>
  );
}

interface ActionItemProps {
  readonly label: string;
  readonly onChoose: () => void;
}

function ActionItem({ label, onChoose }: ActionItemProps) {
  return (
    <button
      type="button"
      className={[styles.item, styles.action].join(' ')}
      role="menuitem"
      tabIndex={-1}
      data-name={label}
      onClick={onChoose}
    >
      {label}
    </button>
  );
}

/** What choosing the organization leads to, as the list says it. */
function hintsOf({ membership, follows }: DiscoveredOrganization): readonly string[] {
  return [
    ...(membership === 'invited' ? [menu.invitation] : []),
    ...(follows === null ? [] : [selectionMessages.follows[follows]]),
  ];
}

function menuItems(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** `count`: the matches beside the current organization, of `all` of them. */
function listStatus(shown: number, count: number, isCurrentShown: boolean, all: number): string {
  if (all === 0) return menu.none;
  const current = Number(isCurrentShown);
  const found = count + current;
  if (shown < count) return menu.shownOf(shown + current, found);
  return found === 0 ? selectionMessages.noMatch : selectionMessages.found(found);
}
