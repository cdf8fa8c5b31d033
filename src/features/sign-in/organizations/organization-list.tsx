import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DiscoveredOrganization } from '#machines/auth/auth.types.ts';
import { ORGANIZATION_FILTER_FROM, ORGANIZATION_TAB_STOPS } from '#machines/rules/limits.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';
import { isComposing } from '#src/ui/hooks/is-composing.ts';
import { rowForKey } from '#src/ui/hooks/list-keys.ts';
import { selectionMessages } from '../selection-messages.ts';
import {
  filterOrganizations,
  groupOrganizations,
  type OrganizationGroup,
  shownGroups,
} from './organization-groups.ts';
import styles from './organization-list.module.css';
import { OrganizationRow, type RenderNotice } from './organization-row.tsx';

interface OrganizationListProps {
  readonly organizations: readonly DiscoveredOrganization[];
  /** The busy row and its label. */
  readonly busy?: { readonly id: string | undefined; readonly label: string } | null;
  /** No row can be chosen now. */
  readonly isInactive: boolean;
  readonly lastUsedId?: string | null;
  /** The organization of the session. With it, a row whose method is not available here cannot be chosen. */
  readonly currentId?: string | null;
  /** What the status says while it counts no matches. */
  readonly status?: string;
  /** The organization that the notice is about: it stands at its row, or above the list while that is not shown. */
  readonly failedId?: string | null;
  readonly renderNotice?: RenderNotice;
  /** Ends the notice: whoever filters is on the way to another organization. */
  readonly onDismiss?: () => void;
  readonly onChoose: (organization: Organization) => void;
}

/** A phone has no arrow keys. */
const FILTER_HINT = (
  <>
    <span>{selectionMessages.filterHint}</span>
    <span className={styles.keys} data-keyboard-only>
      {` ${selectionMessages.arrowKeys}`}
    </span>
  </>
);

/**
 * The organizations to choose from: groups, a filter, and rows that Tab or, in a long list, the arrow keys reach (R6.11,
 * R6.12, R6.16).
 */
export function OrganizationList(props: OrganizationListProps) {
  const { organizations, busy = null, isInactive, onChoose } = props;
  const { lastUsedId = null, currentId = null, failedId = null, renderNotice = null } = props;
  const [filter, setFilter] = useState('');
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const sentenceId = useId();
  const filterField = useRef<HTMLInputElement>(null);

  const deferredFilter = useDeferredValue(filter);
  const matches = useMemo(
    () => groupOrganizations(filterOrganizations(organizations, deferredFilter), lastUsedId),
    [organizations, deferredFilter, lastUsedId],
  );
  const groups = shownGroups(matches);
  const rows = groups.flatMap((group) => group.organizations);
  const matchCount = matches.reduce((count, group) => count + group.organizations.length, 0);
  const tabStop = rows.find((row) => row.id === focusedId) ?? rows[0];
  const failed = organizations.find(({ id }) => id === failedId);
  const chosen = organizations.find(({ id }) => id === busy?.id);
  const isHeld = (organization: DiscoveredOrganization) =>
    isInactive || busy !== null || (currentId !== null && organization.follows === 'unsupported');
  const isLong = organizations.length > ORGANIZATION_TAB_STOPS;

  const focusRow = (index: number | null) => {
    const shown = list.current?.querySelectorAll<HTMLElement>('[data-organization-id]') ?? [];
    if (index !== null) shown[index]?.focus();
  };
  const changeFilter = (text: string) => {
    setFilter(text);
    // It would change its place with its row, and be announced again.
    if (failed !== undefined) props.onDismiss?.();
  };
  const handleListKey = (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.id === tabStop?.id);
    if (event.key === 'ArrowUp' && index === 0 && filterField.current !== null) {
      event.preventDefault();
      filterField.current.focus();
      return;
    }
    focusRow(rowForKey(event, index, rows.length));
  };
  const handleFilterKey = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || isComposing(event)) return;
    event.preventDefault();
    const [first, ...others] = rows;
    const isOnlyMatch = first !== undefined && others.length === 0;
    if (event.key === 'Enter' && isOnlyMatch && !isHeld(first)) onChoose(first);
    else focusRow(0);
  };

  return (
    <>
      {organizations.length < ORGANIZATION_FILTER_FROM ? null : (
        <TextField
          ref={filterField}
          label={selectionMessages.filter}
          labelHidden
          type="search"
          placeholder={selectionMessages.filter}
          hint={isLong ? FILTER_HINT : null}
          value={filter}
          onText={changeFilter}
          onKeyDown={handleFilterKey}
        />
      )}
      {failed === undefined || rows.includes(failed) ? null : renderNotice?.(sentenceId, failed)}
      {chosen === undefined || rows.includes(chosen) ? null : (
        <p className={styles.group}>{busy?.label}</p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are buttons */}
      <div
        className={styles.list}
        ref={list}
        onKeyDown={handleListKey}
        onFocus={({ target }) => setFocusedId((id) => target.dataset.organizationId ?? id)}
      >
        {groups.map((group) => (
          <Group key={group.membership} group={group} isOnlyGroup={groups.length === 1}>
            {group.organizations.map((organization) => (
              <OrganizationRow
                key={organization.id}
                organization={organization}
                follows={organization.follows}
                isLastUsed={organization.id === lastUsedId && organizations.length > 1}
                renderNotice={organization.id === failedId ? renderNotice : null}
                verb={selectionMessages.verbs[organization.membership]}
                busyLabel={busy?.id === organization.id ? busy.label : null}
                isCurrent={organization.id === currentId}
                isInactive={isHeld(organization)}
                isTabStop={rows.length <= ORGANIZATION_TAB_STOPS || organization.id === tabStop?.id}
                onChoose={onChoose}
              />
            ))}
          </Group>
        ))}
      </div>
      <SettledStatus
        className={styles.count}
        text={listStatus(deferredFilter, rows.length, matchCount) || (props.status ?? '')}
      />
    </>
  );
}

interface GroupProps {
  readonly group: OrganizationGroup;
  readonly isOnlyGroup: boolean;
  readonly children: ReactNode;
}

/**
 * The member's own teams need no label when there is no other group. It is no heading: the menu of the header is above
 * every heading of the page.
 */
function Group({ group: { membership }, isOnlyGroup, children }: GroupProps) {
  const labelId = useId();
  const hasLabel = !(isOnlyGroup && membership === 'member');
  return (
    <div>
      {hasLabel ? (
        <p className={styles.group} id={labelId}>
          {selectionMessages.groups[membership]}
        </p>
      ) : null}
      <ul className={styles.rows} aria-labelledby={hasLabel ? labelId : undefined}>
        {children}
      </ul>
    </div>
  );
}

function listStatus(filter: string, shown: number, count: number): string {
  if (shown < count) return selectionMessages.shownOf(shown, count);
  if (filter.trim() === '') return '';
  return count > 0 ? selectionMessages.found(count) : selectionMessages.noMatch;
}
