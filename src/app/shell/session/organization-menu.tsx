import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import styles from './organization-menu.module.css';
import { OrganizationMenuItems } from './organization-menu-items.tsx';
import type { SessionProps } from './session.types.ts';

const { menu } = messages;

/** Shows the member's organization, and switches to another one from a menu (R11.13). */
export function OrganizationMenu({ view, send }: SessionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const isSwitching = view.switching || view.switchHeld;
  const { organization } = view.session;

  const open = () => {
    setIsOpen(true);
    send({ type: 'organization.list' });
  };
  const close = () => {
    setIsOpen(false);
    send({ type: 'organization.closeMenu' });
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const closeFromOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || container.current?.contains(target)) return;
      setIsOpen(false);
      send({ type: 'organization.closeMenu' });
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, [isOpen, send]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isOpen || view.switching) return;
    event.preventDefault();
    open();
  };
  const choose = (organizationId: string) => {
    close();
    if (organizationId === organization.id) return;
    send({ type: 'organization.switch', id: organizationId });
  };

  return (
    <div className={styles.container} ref={container}>
      <Button
        ref={button}
        kind="quiet"
        busy={view.switching}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={isSwitching ? undefined : menu.buttonLabel(organization.name)}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={handleKeyDown}
      >
        <span className={styles.name} dir="auto">
          {isSwitching ? menu.switching : organization.name}
        </span>
        <span className={styles.caret} aria-hidden="true" />
      </Button>
      {isOpen ? (
        <OrganizationMenuItems
          id={menuId}
          view={view}
          onChoose={choose}
          onRetry={() => send({ type: 'organization.list' })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
