import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { fullName } from '#machines/rules/full-name.ts';
import { pagesOf } from '#src/pages/pages.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import popover from '#src/ui/styles/popover.module.css';
import styles from './account-menu.module.css';
import { messages } from './messages.ts';
import type { SessionProps } from './session.types.ts';
import { usePopup } from './use-popup.ts';

const { account } = messages;

/** Shows who is signed in, with which address and to which organization, and signs out (R11.22). */
export function AccountMenu({ view, send }: SessionProps) {
  const { isOpen, setIsOpen, container, button } = usePopup();
  const panelId = useId();
  const { memberName, emailAddress, organization } = view.session;
  const knownName = fullName(memberName);
  const name = knownName || (emailAddress ?? '');

  return (
    <div className={styles.container} {...container}>
      <Button
        ref={button}
        kind="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={account.label(name)}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.name} dir="auto" translate="no">
          {name}
        </span>
        <InitialMark name={name} />
      </Button>
      {isOpen ? (
        <div className={[popover.popover, styles.panel].join(' ')} id={panelId}>
          <p className={styles.facts}>
            {knownName === '' ? null : (
              <strong dir="auto" translate="no">
                {knownName}
              </strong>
            )}
            {emailAddress === null ? null : <bdi translate="no">{emailAddress}</bdi>}
          </p>
          <p className={styles.facts}>
            <strong dir="auto" translate="no">
              {organization.name}
            </strong>
            <bdi translate="no">{`@${organization.slug}`}</bdi>
          </p>
          {pagesOf('menu').map(({ path, label }) => (
            <Link key={path} className={styles.link} to={path} onClick={() => setIsOpen(false)}>
              {label}
            </Link>
          ))}
          <Button wide name="signOut" onClick={() => send({ type: 'signOut' })}>
            {messages.signOut}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
