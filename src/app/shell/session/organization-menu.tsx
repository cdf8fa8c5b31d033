import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import type { SessionProps } from './session.types.ts';

const { menu } = messages;

/** The menu under the organization's name: the member's organizations, and the way into another one. */
export function OrganizationMenu({ view, send }: SessionProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const switching = view.switching || view.switchHeld;
  const { name } = view.session.organization;

  const show = () => {
    setOpen(true);
    send({ type: 'organization.list' });
  };
  const close = () => {
    setOpen(false);
    send({ type: 'organization.closeMenu' });
    opener.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || place.current?.contains(target)) return;
      setOpen(false);
      send({ type: 'organization.closeMenu' });
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open, send]);

  const pressOpener = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || open || view.switching) return;
    event.preventDefault();
    show();
  };
  const choose = (organizationId: string) => {
    close();
    if (organizationId === view.session.organization.id) return;
    send({ type: 'organization.switch', id: organizationId });
  };

  return (
    <div className={styles.place} ref={place}>
      <Button
        ref={opener}
        kind="quiet"
        busy={view.switching}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={switching ? undefined : menu.opener(name)}
        onClick={() => (open ? close() : show())}
        onKeyDown={pressOpener}
      >
        <span className={styles.name} dir="auto">
          {switching ? menu.switching : name}
        </span>
        <span className={styles.caret} aria-hidden="true" />
      </Button>
      {open ? (
        <OrganizationMenuItems
          id={id}
          view={view}
          listing={view.listing}
          onChoose={choose}
          onRetry={() => send({ type: 'organization.list' })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
