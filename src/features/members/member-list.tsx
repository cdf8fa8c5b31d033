import { MEMBER_ROLE, roleName } from '#machines/rules/roles.ts';
import { explain } from '#src/api/api-error.ts';
import type { DirectoryMember } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { IconButton } from '#src/ui/controls/icon-button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import styles from '#src/ui/list-page/list-page.module.css';
import { ListRow, ListView } from '#src/ui/list-page/list-view.tsx';
import { messages } from './messages.ts';
import type { MemberFilter, useMembers } from './use-members.ts';

const SLIDERS = 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4';

interface MemberListProps {
  readonly list: ReturnType<typeof useMembers>['list'];
  readonly members: readonly DirectoryMember[] | null;
  readonly filter: MemberFilter;
  /** Whether these are the matches of a search. */
  readonly isSearch: boolean;
  /** Opens what can be done to a member; `null` when that is nothing. */
  readonly onOpen: ((member: DirectoryMember) => void) | null;
}

/** The members that match the search, or why none can be shown. */
export function MemberList({ list, members, filter, isSearch, onOpen }: MemberListProps) {
  return (
    <ListView
      list={list}
      failure={list.error && explain(list.error, messages.problems)}
      items={members}
      loading={messages.loading}
      none={isSearch ? null : <h2 className={styles.heading}>{messages.none[filter]}</h2>}
      row={(member) => <MemberRow key={member.id} member={member} onOpen={onOpen} />}
    />
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
  const open = onOpen && (() => onOpen(member));
  return (
    <ListRow
      name={
        <Sentence
          text={member.id === session.memberId ? messages.you : '{name}'}
          values={{ name }}
        />
      }
      onOpen={open}
      description={name === emailAddress ? null : <span translate="no">{emailAddress}</span>}
      details={(roles.length === 0 ? [MEMBER_ROLE] : roles.map(({ id }) => id))
        .map(roleName)
        .join(', ')}
      state={status}
      stateName={messages.status[status]}
      actions={open && <IconButton label={messages.manage(name)} icon={SLIDERS} onClick={open} />}
    />
  );
}

/** The name of a member, else the address. */
export function shownName({ name, emailAddress, id }: DirectoryMember): string {
  return name || emailAddress || id;
}
