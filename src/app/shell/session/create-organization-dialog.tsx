import { useId, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.ts';
import { findListed, typedOrganization } from '#machines/rules/organization.ts';
import type { SentenceRef } from '#machines/rules/sentence.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { TypedOrganization } from '#src/features/sign-in/organizations/typed-organization.tsx';
import type { FieldNotice } from '#src/features/sign-in/use-field-error.ts';
import { Dialog } from '#src/ui/controls/dialog.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
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
  const [name, setName] = useState('');
  const { organization: own } = view.session;
  const organizations = (view.memberships ?? []).filter(({ id }) => id !== own.id);
  const typed = typedOrganization(name);
  const listed = typed && findListed(organizations, typed);
  const isOwn = typed !== null && findListed([own], typed) !== undefined;
  const [failure, setFailure] = useState<FieldNotice | null>(null);
  const refuse = (sentence: SentenceRef) => setFailure({ ...sentence, isAboutInput: true });
  const submit = () => {
    setFailure(null);
    if (listed) onChoose(listed.id);
    else if (isOwn) refuse({ code: 'isCurrentOrganization', values: { organization: own.name } });
    // Without a network, the session would end for nothing.
    else if (navigator.onLine) onCreate(name);
    else refuse({ code: 'unreachable' });
  };
  return (
    <Dialog title={createOrganization.heading} describedBy={explanation} onClose={onClose}>
      <div className={styles.explanation}>
        <p id={listed ? undefined : explanation}>{createOrganization.explanation}</p>
        <p id={listed ? explanation : undefined}>
          <Sentence text={createOrganization.notCreated(listed?.name ?? '')} />
        </p>
      </div>
      <TypedOrganization
        initialName=""
        onName={setName}
        busyLabel={null}
        submitLabel={listed ? undefined : createOrganization.submit}
        hint={
          isOwn
            ? sentenceOf({ code: 'isCurrentOrganization', values: { organization: own.name } })
            : undefined
        }
        view={{ ...view, organizations, notice: failure ?? view.notice }}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
