import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '#src/api/api-error.ts';
import { DirectoryError } from '#src/api/directory.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Dialog, DialogActions } from '#src/ui/controls/dialog.tsx';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { messages } from './messages.ts';
import { RoleChoices } from './role-choices.tsx';
import type { MemberActions } from './use-members.ts';

const texts = messages.invite;

/** Only saves a call for text that cannot be an address; the provider checks the rest. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface InviteDialogProps {
  readonly onInvite: MemberActions['invite'];
  /** @param text what was done */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Invites somebody by address, with roles (R23.3). */
export function InviteDialog({ onInvite, onDone, onClose }: InviteDialogProps) {
  const { organization } = useSession().session;
  const [address, setAddress] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const invitation = useMutation({
    mutationFn: async (to: string) => {
      if (!ADDRESS.test(to)) throw new DirectoryError('address');
      await onInvite(to, roles);
    },
    onSuccess: (_, to) => onDone(texts.sent(to)),
  });
  const { error, isPending } = invitation;
  const cancel = () => isPending || onClose();
  const isOfAddress =
    error instanceof DirectoryError && ['address', 'domain', 'duplicate'].includes(error.problem);
  const text = error && explain(error, messages.problems);
  return (
    <Dialog
      title={<Sentence text={texts.title} values={{ organization: organization.name }} />}
      onClose={cancel}
    >
      <Form onSubmit={() => isPending || invitation.mutate(address.trim())}>
        <TextField
          name="address"
          type="email"
          label={texts.address}
          autoComplete="off"
          autoFocus
          enterKeyHint="send"
          value={address}
          error={isOfAddress ? text : null}
          onText={(typed) => {
            setAddress(typed);
            if (!isPending) invitation.reset();
          }}
        />
        <RoleChoices chosen={roles} onChange={setRoles} />
        <Notice notice={text && !isOfAddress ? { tone: 'error', text } : null} />
        <DialogActions>
          <Button kind="quiet" inactive={isPending} onClick={cancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            {isPending ? texts.sending : texts.send}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
