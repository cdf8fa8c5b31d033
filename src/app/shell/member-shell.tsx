import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { Logo } from '#src/brand/logo.tsx';
import { AuthNotice } from '#src/features/sign-in/auth-notice.tsx';
import { generalNotice } from '#src/features/sign-in/use-field-error.ts';
import { FIRST_PAGE, pagesOf } from '#src/pages/pages.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { DialogMessages } from '#src/ui/controls/dialog.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import styles from './member-shell.module.css';
import { Navigation } from './navigation/navigation.tsx';
import { AccountMenu } from './session/account-menu.tsx';
import { messages } from './session/messages.ts';
import { OrganizationMenu } from './session/organization-menu.tsx';
import { ReconnectingBanner } from './session/reconnecting-banner.tsx';
import type { SessionProps } from './session/session.types.ts';
import { SessionExpiryWarning } from './session/session-expiry-warning.tsx';
import { SessionLiveRegion } from './session/session-live-region.tsx';

interface MemberShellProps extends SessionProps {
  /** Whether the person has just signed in. */
  readonly isArrival: boolean;
  readonly children: ReactNode;
}

/** The header and the session's messages around a page that needs a session. */
export function MemberShell({ view, send, isArrival, children }: MemberShellProps) {
  const failed = view.memberships?.find(({ id }) => id === view.notice?.organizationId);
  const expiryWarning = <SessionExpiryWarning view={view} send={send} />;
  return (
    <DialogMessages value={expiryWarning}>
      <header className={styles.header}>
        <a className={styles.home} href={FIRST_PAGE} aria-label={PRODUCT_NAME}>
          <Logo className={styles.logo} />
        </a>
        <OrganizationMenu view={view} send={send} />
        <AccountMenu view={view} send={send} />
        <Navigation pages={pagesOf(undefined)} />
      </header>
      <SessionLiveRegion
        session={view.session}
        isArrival={isArrival}
        isTold={view.notice?.tone === 'success'}
      />
      <div className={styles.messages}>
        <ReconnectingBanner view={view} />
        {expiryWarning}
        <AuthNotice
          notice={generalNotice(view.notice)}
          onDismiss={() => send({ type: 'notice.dismiss' })}
        >
          {failed && (
            <Button
              kind="link"
              onClick={() => send({ type: 'organization.switch', id: failed.id })}
            >
              <span>
                <Sentence text={messages.tryAgain} values={{ organization: failed.name }} />
              </span>
            </Button>
          )}
        </AuthNotice>
      </div>
      {children}
    </DialogMessages>
  );
}
