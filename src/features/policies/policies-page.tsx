import { useRef } from 'react';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { Notice } from '#src/ui/notice.tsx';
import { ProgressStatus } from '#src/ui/progress-status.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { useLostFocus } from '#src/ui/use-lost-focus.ts';
import { messages } from './messages.ts';
import type { PolicyServices } from './policies.types.ts';
import styles from './policies-page.module.css';
import { PoliciesView } from './policies-view.tsx';
import { POLICY_ACTIONS, type PolicyPermissions, usePolicyPermissions } from './use-permissions.ts';

interface PoliciesPageProps {
  readonly session: SignedInSession;
  readonly services: PolicyServices;
  /** The member is leaving for another organization: the actions of the page are held (R11.24). */
  readonly isSwitching?: boolean;
}

/** The landing page after sign-in (R2.7): permissions (R16) and policies (R17). */
export function PoliciesPage({ session, services, isSwitching = false }: PoliciesPageProps) {
  const { organization } = session;
  const permissions = usePolicyPermissions(services, session.roles);
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  return (
    <main className={styles.page} aria-busy={isSwitching || undefined}>
      <title>{`${messages.heading} - ${organization.name}`}</title>
      <header className={styles.header}>
        <h1 className={styles.heading} ref={heading} tabIndex={-1}>
          {messages.heading}
        </h1>
        <p className={styles.permissions}>{permissionSummary(permissions)}</p>
      </header>
      <ProgressStatus text={isSwitching && messages.switching} />
      {permissions.read === 'allowed' ? (
        <PoliciesView
          key={organization.id}
          organization={organization}
          memberId={session.memberId}
          services={services}
          permissions={permissions}
          isHeld={isSwitching}
          heading={heading}
        />
      ) : null}
      {/* Unknown is not denied (R16.2). The SDK fetches the access policy once per page load, so retrying reloads. */}
      {permissions.read === 'unknown' ? (
        <Notice notice={{ tone: 'info', text: messages.permissions.unknown, remedy: 'reload' }} />
      ) : null}
      {permissions.read === 'denied' || permissions.read === 'undefined' ? (
        <p className={styles.denied}>
          <Sentence
            text={messages.permissions[permissions.read]}
            values={{ organization: organization.name, resource: services.policyResource }}
          />
        </p>
      ) : null}
      {import.meta.env.DEV || import.meta.env.VITE_EMULATOR ? (
        <footer className={styles.footer}>
          <a href="/chart">{messages.statechart}</a>
        </footer>
      ) : null}
    </main>
  );
}

function permissionSummary(permissions: PolicyPermissions): string {
  if (permissions.read === 'loading') return messages.permissions.loading;
  if (permissions.read !== 'allowed') return '';
  const allowed = POLICY_ACTIONS.filter((action) => permissions[action] === 'allowed');
  // Only what limits the member is news.
  if (allowed.length === POLICY_ACTIONS.length) return '';
  return messages.permissions.allowed(allowed.map((action) => messages.permissions.verbs[action]));
}
