import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '#src/ui/controls/button.tsx';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import { isolated, Sentence } from '#src/ui/elements/sentence.tsx';
import { CreateOrganizationDialog } from './create-organization-dialog.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import type { SessionProps } from './session.types.ts';
import { usePopup } from './use-popup.ts';

const { menu } = messages;

/** Shows the member's organization, and switches to another one from a menu, or leads to creating one (R6.19, R11.13). */
export function OrganizationMenu({ view, send }: SessionProps) {
  const { isOpen, setIsOpen, close, container, button } = usePopup();
  const [isCreating, setIsCreating] = useState(false);
  const menuId = useId();
  const { organization } = view.session;
  /** The name of the organization that was chosen here: a switch can also start elsewhere. */
  const [target, setTarget] = useState<string>();

  const open = () => {
    setIsOpen(true);
    send({ type: 'organization.list' });
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isOpen || view.switching) return;
    event.preventDefault();
    open();
  };
  const choose = (organizationId: string) => {
    const chosen = view.memberships?.find(({ id }) => id === organizationId);
    // Leaving would end in a verification that cannot be finished here. The row and the dialog's field say so (R11.13).
    if (chosen?.follows === 'unsupported') return;
    setIsCreating(false);
    close();
    if (organizationId === organization.id) return;
    setTarget(chosen?.name);
    send({ type: 'organization.switch', id: organizationId });
  };

  return (
    <div className={styles.container} {...container}>
      <Button
        ref={button}
        kind="quiet"
        busy={view.switching}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={view.switching ? undefined : menu.buttonLabel(organization.name)}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={handleKeyDown}
      >
        <InitialMark name={organization.name} />
        <span className={styles.name} dir="auto">
          <Sentence text={view.switching ? menu.switching(target) : isolated(organization.name)} />
        </span>
      </Button>
      {isOpen ? (
        <OrganizationMenuItems
          id={menuId}
          view={view}
          onChoose={choose}
          onRetry={() => send({ type: 'organization.list' })}
          onCreate={() => {
            close();
            setIsCreating(true);
          }}
        />
      ) : null}
      {isCreating ? (
        <CreateOrganizationDialog
          view={view}
          onChoose={choose}
          onCreate={(name) => send({ type: 'organization.create', name })}
          onClose={() => {
            setIsCreating(false);
            // What is wrong with a name is shown at its field only.
            if (view.notice?.isAboutInput) send({ type: 'notice.dismiss' });
          }}
        />
      ) : null}
    </div>
  );
}
