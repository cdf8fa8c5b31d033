import { useId, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.types.ts';
import { findListed, typedOrganization } from '#machines/rules/organization.ts';
import { TypedOrganization } from '#src/features/sign-in/organizations/typed-organization.tsx';
import type { FieldNotice } from '#src/features/sign-in/screens/use-field-error.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProgressStatus } from '#src/ui/progress-status.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';

const { createOrganization } = messages;

const OWN_NAME: FieldNotice = { text: createOrganization.isCurrent, isAboutInput: true };

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
  const [name, setName] = useState('');
  const organizations = view.memberships ?? [];
  const typed = typedOrganization(name);
  const listed = typed && findListed(organizations, typed);
  const isOwn = listed?.id === view.session.organization.id;
  const submit = () => {
    if (isOwn) return;
    if (listed) onChoose(listed.id);
    else onCreate(name);
  };
  return (
    <Dialog title={createOrganization.heading} describedBy={explanation} onClose={onClose}>
      {/* The hint of the field says it to those who see it. */}
      <ProgressStatus text={listed != null && !isOwn && createOrganization.exists(listed.name)} />
      <div className={styles.explanation}>
        <p id={listed ? undefined : explanation}>{createOrganization.explanation}</p>
        <p id={listed ? explanation : undefined}>{createOrganization.notCreated}</p>
      </div>
      <TypedOrganization
        initialName=""
        onName={setName}
        busyLabel={null}
        submitLabel={listed ? undefined : createOrganization.submit}
        view={{ ...view, organizations, notice: isOwn ? OWN_NAME : view.notice }}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
