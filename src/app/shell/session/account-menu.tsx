import { Link } from '@tanstack/react-router';
import { fullName } from '#machines/rules/full-name.ts';
import { pagesOf } from '#src/pages/pages.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { InitialMark } from '#src/ui/elements/initial-mark.tsx';
import styles from './account-menu.module.css';
import { messages } from './messages.ts';
import { Popover, usePopover } from './popover.tsx';
import type { SessionProps } from './session.types.ts';

const { account } = messages;

/** Shows who is signed in, with which address and to which organization, and signs out (R11.22). */
export function AccountMenu({ view, send }: SessionProps) {
  const popover = usePopover();
  const { memberName, emailAddress, organization } = view.session;
  const knownName = fullName(memberName);
  const name = knownName || (emailAddress ?? '');

  return (
    <Popover
      popover={popover}
      className={styles.container}
      panelClassName={styles.panel}
      label={account.label(name)}
      face={
        <>
          <span className={styles.name} dir="auto" translate="no">
            {name}
          </span>
          <InitialMark name={name} />
        </>
      }
    >
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
        <Link key={path} className={styles.link} to={path} onClick={() => popover.setIsOpen(false)}>
          {label}
        </Link>
      ))}
      <Button wide name="signOut" onClick={() => send({ type: 'signOut' })}>
        {messages.signOut}
      </Button>
    </Popover>
  );
}
