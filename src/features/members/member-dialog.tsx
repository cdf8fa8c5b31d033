import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '#src/api/api-error.ts';
import type { DirectoryMember } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Dialog, DialogActions } from '#src/ui/controls/dialog.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { shownName } from './member-row.tsx';
import styles from './members.module.css';
import { messages } from './messages.ts';
import { RoleChoices } from './role-choices.tsx';
import type { MemberActions } from './use-members.ts';

/** Something that can be done to the member. */
interface Action {
  readonly label: string;
  /** The question that the person confirms first. */
  readonly question?: string;
  /** The message after it was done. */
  readonly done: string;
  readonly run: () => Promise<unknown>;
}

interface MemberDialogProps {
  readonly member: DirectoryMember;
  readonly actions: MemberActions;
  /** @param text what was done */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Changes the roles of a member, and does what the permissions and the member's state allow (R23.4, R23.5). */
export function MemberDialog({ member, actions, onDone, onClose }: MemberDialogProps) {
  const { session, can } = useSession();
  const { status, emailAddress } = member;
  const name = shownName(member);
  const isSelf = member.id === session.memberId;
  const assigned = member.roles.filter(({ isAssigned }) => isAssigned).map(({ id }) => id);
  const inherited = member.roles.filter(({ isAssigned }) => !isAssigned).map(({ id }) => id);
  const [roles, setRoles] = useState<readonly string[]>(assigned);
  const [asked, setAsked] = useState<Action | null>(null);
  const doing = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (_, { done }) => onDone(done),
  });
  const { isPending } = doing;
  const mayChangeRoles = status !== 'removed' && can('stytch.member', 'update.settings.roles');
  const saveRoles: Action = {
    label: messages.roles.save,
    done: messages.roles.saved(name),
    run: () => actions.changeRoles(member, roles),
  };
  const others = permittedActions();
  const cancel = () => {
    if (isPending) return;
    if (asked === null) return onClose();
    doing.reset();
    setAsked(null);
  };
  const failure = doing.error && explain(doing.error, messages.problems);
  const notice = <Notice notice={failure ? { tone: 'error', text: failure } : null} />;

  function permittedActions(): readonly Action[] {
    const { resend, withdraw, signOut, remove, reactivate } = messages;
    const mayInvite = can('stytch.member', 'create');
    const mayRemove = can('stytch.member', 'delete');
    const list: (Action | false)[] = [
      status === 'invited' &&
        emailAddress !== null &&
        mayInvite && {
          ...resend,
          done: messages.invite.sent(emailAddress),
          run: () => actions.invite(emailAddress, assigned),
        },
      status === 'invited' &&
        mayRemove && {
          ...withdraw,
          done: withdraw.done(name),
          run: () => actions.remove(member),
        },
      status === 'active' &&
        !isSelf &&
        can('stytch.member', 'revoke-sessions') && {
          label: signOut.label,
          question: signOut.question(name),
          done: signOut.done(name),
          run: () => actions.signOut(member),
        },
      status === 'active' &&
        !isSelf &&
        mayRemove && {
          label: remove.label,
          question: remove.question(name, session.organization.name),
          done: remove.done(name),
          run: () => actions.remove(member),
        },
      status === 'removed' &&
        mayInvite && {
          label: reactivate.label,
          done: reactivate.done(name),
          run: () => actions.reactivate(member),
        },
    ];
    return list.filter((action) => action !== false);
  }

  if (asked?.question !== undefined) {
    return (
      <Dialog key="question" title={asked.label} onClose={cancel}>
        <p className={styles.question}>
          <Sentence text={asked.question} />
        </p>
        {notice}
        <DialogActions>
          <Button kind="quiet" inactive={isPending} onClick={cancel}>
            {messages.cancel}
          </Button>
          <Button kind="primary" busy={isPending} onClick={() => doing.mutate(asked)}>
            {asked.label}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog key="member" title={name} onClose={cancel}>
      <p className={styles.facts}>
        <bdi translate="no">{emailAddress}</bdi>
        <span>{messages.status[status]}</span>
      </p>
      {mayChangeRoles ? (
        <>
          <RoleChoices chosen={roles} inherited={inherited} onChange={setRoles} />
          {isSelf ? <p className={styles.hint}>{messages.roles.own}</p> : null}
        </>
      ) : null}
      {notice}
      {others.length > 0 ? (
        <div className={styles.others}>
          {others.map((action) => (
            <Button
              key={action.label}
              wide
              inactive={isPending}
              onClick={() => (action.question ? setAsked(action) : doing.mutate(action))}
            >
              {action.label}
            </Button>
          ))}
        </div>
      ) : null}
      <DialogActions>
        <Button kind="quiet" inactive={isPending} onClick={cancel}>
          {messages.close}
        </Button>
        {mayChangeRoles ? (
          <Button kind="primary" busy={isPending} onClick={() => doing.mutate(saveRoles)}>
            {isPending ? messages.roles.saving : messages.roles.save}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
