import { useId, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import { findListed, typedOrganization } from '#machines/rules/organization.ts';
import { TypedOrganization } from '#src/features/sign-in/organizations/typed-organization.tsx';
import type { FieldNotice } from '#src/features/sign-in/screens/use-field-error.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { createOrganization } = messages;

interface CreateOrganizationDialogProps {
  readonly view: AppView;
  /** Chooses the organization of the member whose name was typed. */
  readonly onChoose: (organizationId: string) => void;
  readonly onCreate: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new organization, says that it needs a new sign-in, and leads to it (R6.19). */
export function CreateOrganizationDialog(props: CreateOrganizationDialogProps) {
  const { view, onChoose, onCreate, onClose } = props;
  const explanation = useId();
  const [ownName, setOwnName] = useState<FieldNotice | null>(null);
  const organizations = view.memberships ?? [];
  const submit = (name: string) => {
    const typed = typedOrganization(name);
    const listed = typed && findListed(organizations, typed);
    const isOwn = listed?.id === view.session.organization.id;
    setOwnName(isOwn ? { text: createOrganization.isCurrent, isAboutInput: true } : null);
    if (isOwn) return;
    if (listed) onChoose(listed.id);
    else onCreate(name);
  };
  return (
    <Dialog title={createOrganization.heading} describedBy={explanation} onClose={onClose}>
      <p className={styles.explanation} id={explanation}>
        {createOrganization.explanation}
      </p>
      <TypedOrganization
        initialName=""
        busyLabel={null}
        view={{ ...view, organizations, notice: ownName ?? view.notice }}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
