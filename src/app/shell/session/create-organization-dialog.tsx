import { useId, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.ts';
import type { FieldNotice } from '#src/features/sign-in/hooks/use-field-error.ts';
import { TypedOrganization } from '#src/features/sign-in/organizations/typed-organization.tsx';
import { Dialog } from '#src/ui/controls/dialog.tsx';
import { messages } from './messages.ts';

const { createOrganization } = messages;

/** Without a network, the session would end for nothing. */
const UNREACHABLE: FieldNotice = { code: 'unreachable', isAboutInput: true };

interface CreateOrganizationDialogProps {
  readonly view: AppView;
  readonly onCreate: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new organization, says that it needs a new sign-in, and leads to it (R6.19). */
export function CreateOrganizationDialog(props: CreateOrganizationDialogProps) {
  const { view, onCreate, onClose } = props;
  const explanation = useId();
  const [failure, setFailure] = useState<FieldNotice | null>(null);
  const submit = (name: string) => {
    // A new object, because the field shows the same one only once.
    setFailure(navigator.onLine ? null : { ...UNREACHABLE });
    if (navigator.onLine) onCreate(name);
  };
  return (
    <Dialog title={createOrganization.heading} describedBy={explanation} onClose={onClose}>
      <p id={explanation}>{createOrganization.explanation}</p>
      <TypedOrganization
        initialName=""
        busyLabel={null}
        submitLabel={createOrganization.submit}
        view={{
          ...view,
          organizations: view.memberships ?? [],
          notice: failure ?? view.notice,
        }}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
