import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import type { SessionProps } from './session.types.ts';
import { useHeldEvent } from './use-held-event.ts';

const { menu } = messages;

/** The menu under the organization's name: the member's organizations, and the way into another one. */
export function OrganizationMenu({ view, send }: SessionProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [held, hold] = useHeldEvent(view.takes.menu, send);
  const switching = view.switching || held?.type === 'organization.switch';
  const { name } = view.session.organization;

  const show = () => {
    setOpen(true);
    hold({ type: 'organization.list' });
  };
  const close = () => {
    setOpen(false);
    hold(null);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || place.current?.contains(target)) return;
      setOpen(false);
      hold(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open, hold]);

  const pressOpener = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || open || view.switching) return;
    event.preventDefault();
    show();
  };
  const choose = (organizationId: string) => {
    close();
    if (organizationId === view.session.organization.id) return;
    hold({ type: 'organization.switch', id: organizationId });
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
          listing={view.listing || held !== null}
          onChoose={choose}
          onRetry={() => hold({ type: 'organization.list' })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
