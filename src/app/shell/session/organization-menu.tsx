import { useEffect, useState } from 'react';
import type { AppView } from '#machines/auth/auth.view.ts';
import { OrganizationList } from '#src/features/sign-in/organizations/organization-list.tsx';
import { selectionMessages } from '#src/features/sign-in/selection-messages.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import { isolated, Sentence } from '#src/ui/elements/sentence.tsx';
import { CreateOrganizationDialog } from './create-organization-dialog.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';
import { Popover, usePopover } from './popover.tsx';
import type { SessionProps } from './session.types.ts';

const { menu } = messages;

/** Shows the member's organization, and switches to another one from a list, or leads to creating one (R6.19, R11.13). */
export function OrganizationMenu({ view, send }: SessionProps) {
  const popover = usePopover();
  const { isOpen, close } = popover;
  const { ref: container } = popover.container;
  const [isCreating, setIsCreating] = useState(false);
  const { organization } = view.session;
  /** The name of the organization that was chosen here: a switch can also start elsewhere. */
  const [target, setTarget] = useState<string>();

  useEffect(() => {
    const row = container.current?.querySelector<HTMLElement>('[data-organization-id]');
    if (isOpen) row?.focus();
  }, [isOpen, container]);

  const read = () => send({ type: 'organization.list' });
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
    <>
      <Popover
        popover={popover}
        className={styles.container}
        panelClassName={styles.panel}
        label={view.switching ? undefined : menu.buttonLabel(organization.name)}
        busy={view.switching}
        face={
          <>
            <InitialMark name={organization.name} />
            <span className={styles.name} dir="auto">
              <Sentence
                text={view.switching ? menu.switching(target) : isolated(organization.name)}
              />
            </span>
          </>
        }
        onOpen={read}
      >
        <OrganizationList
          organizations={listedOrganizations(view)}
          currentId={organization.id}
          isInactive={view.switching}
          status={statusOf(view)}
          onChoose={({ id }) => choose(id)}
        />
        {view.memberships === null && !view.listing ? (
          <Button wide name="organization.list" onClick={read}>
            {menu.retry}
          </Button>
        ) : null}
        {view.canCreate ? (
          <Button
            wide
            name="organization.create"
            onClick={() => {
              close();
              setIsCreating(true);
            }}
          >
            {menu.create}
          </Button>
        ) : null}
      </Popover>
      {isCreating ? (
        <CreateOrganizationDialog
          view={view}
          onChoose={choose}
          onCreate={(name) => send({ type: 'organization.create', name })}
          onClose={() => {
            setIsCreating(false);
            // A problem of the name is shown at its field only.
            if (view.notice?.isAboutInput) send({ type: 'notice.dismiss' });
          }}
        />
      ) : null}
    </>
  );
}

/** The organization of the session, which is known at once, before the others. */
function listedOrganizations({ session: { organization }, memberships }: AppView) {
  const others = memberships?.filter(({ id }) => id !== organization.id) ?? [];
  return [{ ...organization, membership: 'member', follows: null } as const, ...others];
}

function statusOf(view: AppView): string {
  if (view.memberships === null) return view.listing ? menu.loading : '';
  const { length } = listedOrganizations(view);
  return length === 1 ? menu.none : selectionMessages.found(length);
}
