import { useDeferredValue, useState } from 'react';
import { explain } from '#src/api/api-error.ts';
import { type DirectoryMember, SEARCH_MIN_LENGTH } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Filter, ListPage } from '#src/ui/list-page/list-page.tsx';
import { ListView } from '#src/ui/list-page/list-view.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { messages } from './messages.ts';
import { type MemberFilter, useMembers, useRoles } from './use-members.ts';

/** Each allows something to be done to a member. */
const MANAGING = ['create', 'delete', 'update.settings.roles', 'revoke-sessions'];

/** The members of the organization (R23.2). */
export function MembersPage() {
  const member = useSession();
  const isPermitted = member.can('stytch.member', 'search');
  return (
    <ListPage title={messages.title} member={member} isPermitted={isPermitted} texts={messages}>
      <MembersView />
    </ListPage>
  );
}

/** The members, with the actions that the member's permissions allow. */
function MembersView() {
  const { can } = useSession();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<MemberFilter>('current');
  const search = useDeferredValue(query.trim());
  const { list, members, total, actions } = useMembers(search, filter);
  // Read before a dialog opens: it focuses its first control, which is otherwise one that acts.
  useRoles();
  const [opened, setOpened] = useState<DirectoryMember | 'invitation' | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const isTooShort = search !== '' && search.length < SEARCH_MIN_LENGTH;
  const canManage = MANAGING.some((action) => can('stytch.member', action));

  const open = (what: DirectoryMember | 'invitation') => {
    setResult(null);
    setOpened(what);
  };
  const close = () => setOpened(null);
  const finish = (text: string) => {
    setResult(text);
    close();
  };
  return (
    <ListView
      search={{ label: messages.search, value: query, onText: setQuery }}
      controls={
        <>
          <Filter
            label={messages.filter}
            value={filter}
            names={messages.filters}
            onChange={setFilter}
          />
          {can('stytch.member', 'create') ? (
            <Button kind="primary" onClick={() => open('invitation')}>
              {messages.invite.open}
            </Button>
          ) : null}
        </>
      }
      status={isTooShort ? messages.tooShort : members ? messages.count(total, search) : ''}
      list={list}
      failure={list.error && explain(list.error, messages.problems)}
      items={members}
      loading={messages.loading}
      none={search === '' ? { heading: messages.none[filter] } : null}
      row={(member) => (
        <MemberRow key={member.id} member={member} onOpen={canManage ? () => open(member) : null} />
      )}
      result={
        <Notice
          notice={result === null ? null : { tone: 'success', text: result }}
          onDismiss={() => setResult(null)}
        />
      }
    >
      {opened === 'invitation' ? (
        <InviteDialog onInvite={actions.invite} onDone={finish} onClose={close} />
      ) : null}
      {opened !== null && opened !== 'invitation' ? (
        <MemberDialog member={opened} actions={actions} onDone={finish} onClose={close} />
      ) : null}
    </ListView>
  );
}
