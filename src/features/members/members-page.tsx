import { type RefObject, useDeferredValue, useRef, useState } from 'react';
import { type DirectoryMember, SEARCH_MIN_LENGTH } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SettledStatus } from '#src/ui/feedback/settled-status.tsx';
import { useLostFocus } from '#src/ui/hooks/use-lost-focus.ts';
import styles from '#src/ui/list-page/list-page.module.css';
import { Filter, ListPage } from '#src/ui/list-page/list-page.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { messages } from './messages.ts';
import { type MemberFilter, useMembers } from './use-members.ts';

/** Each allows something to be done to a member. */
const MANAGING = ['create', 'delete', 'update.settings.roles', 'revoke-sessions'];

/** The members of the organization (R23.2). */
export function MembersPage() {
  const { session, can, access, isSwitching } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ListPage
      title={messages.title}
      organization={session.organization.name}
      isSwitching={isSwitching}
      heading={heading}
      access={access}
      isPermitted={can('stytch.member', 'search')}
      texts={messages}
    >
      <MembersView heading={heading} />
    </ListPage>
  );
}

interface MembersViewProps {
  /** Takes the focus when an action has removed the focused control. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The members, with the actions that the member's permissions allow. */
function MembersView({ heading }: MembersViewProps) {
  const { can, isSwitching } = useSession();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<MemberFilter>('current');
  const search = useDeferredValue(query.trim());
  const { list, members, total, actions } = useMembers(search, filter);
  const [opened, setOpened] = useState<DirectoryMember | 'invitation' | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const isTooShort = search !== '' && search.length < SEARCH_MIN_LENGTH;
  useLostFocus(heading);

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
    <section className={styles.view}>
      <div className={styles.held} inert={isSwitching}>
        <div className={styles.toolbar}>
          <TextField
            label={messages.search}
            labelHidden
            type="search"
            placeholder={messages.search}
            value={query}
            onText={setQuery}
          />
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
        </div>
        <SettledStatus
          className={styles.count}
          text={isTooShort ? messages.tooShort : members ? messages.count(total, search) : ''}
        />
        <MemberList
          list={list}
          members={members}
          filter={filter}
          isSearch={search !== ''}
          onOpen={MANAGING.some((action) => can('stytch.member', action)) ? open : null}
        />
      </div>
      <div className={styles.result}>
        <Notice
          notice={result === null ? null : { tone: 'success', text: result }}
          onDismiss={() => setResult(null)}
        />
      </div>
      {opened === 'invitation' ? (
        <InviteDialog onInvite={actions.invite} onDone={finish} onClose={close} />
      ) : null}
      {opened !== null && opened !== 'invitation' ? (
        <MemberDialog member={opened} actions={actions} onDone={finish} onClose={close} />
      ) : null}
    </section>
  );
}
