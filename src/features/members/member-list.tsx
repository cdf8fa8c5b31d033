import { MEMBER_ROLE, roleName } from '#machines/rules/roles.ts';
import { explain } from '#src/api/api-error.ts';
import type { DirectoryMember } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import styles from '#src/ui/list.module.css';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from './messages.ts';
import type { Filter, useMembers } from './use-members.ts';

const SLIDERS = 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4';

interface MemberListProps {
  readonly list: ReturnType<typeof useMembers>['list'];
  readonly members: readonly DirectoryMember[] | null;
  readonly filter: Filter;
  /** Whether these are the matches of a search. */
  readonly isSearch: boolean;
  /** Opens what can be done to a member; `null` when that is nothing. */
  readonly onOpen: ((member: DirectoryMember) => void) | null;
}

/** The members that match the search, or why none can be shown. */
export function MemberList({ list, members, filter, isSearch, onOpen }: MemberListProps) {
  const { error } = list;
  return (
    <>
      {error ? (
        <Notice notice={{ tone: 'error', text: explain(error, messages.problems) }}>
          <Button kind="link" onClick={() => void list.refetch()}>
            {messages.retry}
          </Button>
        </Notice>
      ) : null}
      {members === null && !error ? <p className={styles.loading}>{messages.loading}</p> : null}
      {members?.length ? (
        <ul className={styles.list} aria-busy={list.isRefetching}>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} onOpen={onOpen} />
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.more}
        </Button>
      ) : null}
      {members?.length === 0 && !isSearch ? (
        <div className={styles.emptyList}>
          <h2 className={styles.heading}>{messages.none[filter]}</h2>
        </div>
      ) : null}
    </>
  );
}

interface MemberRowProps extends Pick<MemberListProps, 'onOpen'> {
  readonly member: DirectoryMember;
}

/** One member in the list. A click anywhere on the row opens what can be done. */
function MemberRow({ member, onOpen }: MemberRowProps) {
  const { session } = useSession();
  const { emailAddress, status, roles } = member;
  const name = shownName(member);
  const label = (
    <Sentence text={member.id === session.memberId ? messages.you : '{name}'} values={{ name }} />
  );
  const open = () => onOpen?.(member);
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <h2 className={styles.name}>
          {onOpen ? (
            <button type="button" onClick={open}>
              {label}
            </button>
          ) : (
            label
          )}
        </h2>
        {name === emailAddress ? null : (
          <p className={styles.description}>
            <bdi translate="no">{emailAddress}</bdi>
          </p>
        )}
        <p className={styles.edited}>
          {roles.length === 0
            ? roleName(MEMBER_ROLE)
            : roles.map(({ id }) => roleName(id)).join(', ')}
        </p>
      </div>
      <span className={styles.state} data-state={status}>
        {messages.status[status]}
      </span>
      {onOpen ? (
        <div className={styles.actions}>
          <IconButton label={messages.manage(name)} icon={SLIDERS} onClick={open} />
        </div>
      ) : null}
    </li>
  );
}

/** The name of a member, else the address. */
export function shownName({ name, emailAddress, id }: DirectoryMember): string {
  return name || emailAddress || id;
}
