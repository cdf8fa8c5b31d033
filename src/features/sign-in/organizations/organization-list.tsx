import { type KeyboardEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import { ORGANIZATION_FILTER_FROM } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';
import {
  EMPTY_TYPE_AHEAD,
  rowIndexForKey,
  rowIndexForPrefix,
  typeAhead,
} from '#src/ui/list-keys.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { messages } from '../messages.ts';
import {
  filterOrganizations,
  groupOrganizations,
  type OrganizationGroup,
} from './organization-groups.ts';
import styles from './organization-list.module.css';
import { OrganizationRow } from './organization-row.tsx';

const { selection } = messages;

/** What is wrong with a row, to be said at it. */
export interface Trouble {
  readonly id: string;
  readonly notice: ReactNode;
}

interface OrganizationListProps {
  readonly organizations: readonly DiscoveredOrganization[];
  /** The row that is busy, and what it says. */
  readonly busy: { readonly id: string; readonly text: string } | null;
  /** Nothing may be chosen now, though no row of this list is busy. */
  readonly resting: boolean;
  /** The organization to begin with. */
  readonly lastUsedId: string | null;
  readonly trouble: Trouble | null;
  readonly onChoose: (organization: Organization) => void;
}

/**
 * The organizations to choose from, in their groups. One stop for Tab; arrow keys, Home, End and type-ahead
 * move within; from `ORGANIZATION_FILTER_FROM` on there is a filter.
 */
export function OrganizationList({
  organizations,
  busy,
  resting,
  lastUsedId,
  trouble,
  onChoose,
}: OrganizationListProps) {
  const [filter, setFilter] = useState('');
  const [currentId, setCurrentId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const word = useRef(EMPTY_TYPE_AHEAD);

  const filtered = useDeferredValue(filter);
  const groups = groupOrganizations(filterOrganizations(organizations, filtered), lastUsedId);
  const rows = groups.flatMap((group) => group.organizations);
  const current = rows.find((row) => row.id === currentId) ?? rows[0];

  const goTo = (index: number | null) => {
    const id = index === null ? undefined : rows[index]?.id;
    if (id !== undefined) rowElement(list.current, id)?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.findIndex((row) => row.id === current?.id);
    const row = rowIndexForKey(event.key, index, rows.length);
    const typed = row === null ? typeAhead(word.current, event.key, event.timeStamp) : null;
    if (row === null && typed === null) return;
    event.preventDefault();
    word.current = typed ?? EMPTY_TYPE_AHEAD;
    goTo(typed === null ? row : rowIndexForPrefix(rows.map(named), index, typed.text));
  };
  const pressInFilter = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    const [only, ...others] = rows;
    const choose = event.key === 'Enter' && others.length === 0 && busy === null && !resting;
    if (choose && only !== undefined) onChoose(only);
    else goTo(0);
  };

  return (
    <>
      {organizations.length < ORGANIZATION_FILTER_FROM ? null : (
        <TextField
          label={selection.filter}
          labelHidden
          type="search"
          placeholder={selection.filter}
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={pressInFilter}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are the buttons */}
      <div
        className={styles.list}
        ref={list}
        onKeyDown={press}
        onFocus={({ target }) => setCurrentId((id) => target.dataset.organizationId ?? id)}
      >
        {groups.map((group) => (
          <Group key={group.membership} group={group} alone={groups.length === 1}>
            {group.organizations.map((organization) => (
              <OrganizationRow
                key={organization.id}
                organization={organization}
                follows={organization.follows}
                lastUsed={organization.id === lastUsedId && organizations.length > 1}
                trouble={trouble?.id === organization.id ? trouble.notice : null}
                busy={busy?.id === organization.id ? busy.text : null}
                resting={resting || busy !== null}
                current={organization.id === current?.id}
                onChoose={onChoose}
              />
            ))}
          </Group>
        ))}
      </div>
      <p className={styles.count} role="status">
        {busy === null ? said(filtered, rows.length) : <VisuallyHidden>{busy.text}</VisuallyHidden>}
      </p>
    </>
  );
}

interface GroupProps {
  readonly group: OrganizationGroup;
  readonly alone: boolean;
  readonly children: ReactNode;
}

/** One's own teams need no heading where there is nothing else. */
function Group({ group: { membership }, alone, children }: GroupProps) {
  const heading = selection.groups[membership];
  return (
    <section aria-label={heading}>
      {alone && membership === 'member' ? null : <h3 className={styles.group}>{heading}</h3>}
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

function rowElement(list: HTMLElement | null, id: string): HTMLElement | undefined {
  const rows = list?.querySelectorAll<HTMLElement>('[data-organization-id]') ?? [];
  return [...rows].find((row) => row.dataset.organizationId === id);
}

function named({ name }: Organization): string {
  return name;
}

/** What a filter led to, for those who do not see the list. */
function said(filter: string, count: number): string {
  if (filter.trim() === '') return '';
  return count === 0 ? selection.noMatch : selection.found(count);
}
