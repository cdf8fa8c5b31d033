import { MEMBER_ROLE, roleName } from '#machines/rules/roles.ts';
import type { DirectoryMember } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { IconButton } from '#src/ui/controls/icon-button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { ListRow } from '#src/ui/list-page/list-view.tsx';
import { messages } from './messages.ts';

const SLIDERS = 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4';

interface MemberRowProps {
  readonly member: DirectoryMember;
  /** Opens what can be done to the member; `null` when that is nothing. */
  readonly onOpen: (() => void) | null;
}

/** One member in the list. A click anywhere on the row opens what can be done. */
export function MemberRow({ member, onOpen }: MemberRowProps) {
  const { session } = useSession();
  const { emailAddress, status, roles } = member;
  const name = shownName(member);
  return (
    <ListRow
      name={
        <Sentence
          text={member.id === session.memberId ? messages.you : '{name}'}
          values={{ name }}
        />
      }
      onOpen={onOpen}
      description={name === emailAddress ? null : <span translate="no">{emailAddress}</span>}
      details={(roles.length === 0 ? [MEMBER_ROLE] : roles.map(({ id }) => id))
        .map(roleName)
        .join(', ')}
      state={status}
      stateName={messages.status[status]}
      actions={
        onOpen && <IconButton label={messages.manage(name)} icon={SLIDERS} onClick={onOpen} />
      }
    />
  );
}

/** The name of a member, else the address. */
export function shownName({ name, emailAddress, id }: DirectoryMember): string {
  return name || emailAddress || id;
}
