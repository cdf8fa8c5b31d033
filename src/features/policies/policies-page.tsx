import { useRef } from 'react';
import { useSession } from '#src/api/session.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ProgressStatus } from '#src/ui/progress-status.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { useLostFocus } from '#src/ui/use-lost-focus.ts';
import { messages, POLICY_ACTIONS } from './messages.ts';
import styles from './policies-page.module.css';
import { PoliciesView, type PolicyServices } from './policies-view.tsx';

/** The landing page after sign-in (R2.7): permissions (R16) and policies (R17). */
export function PoliciesPage({ services }: { readonly services: PolicyServices }) {
  const { session, can, access, isSwitching } = useSession();
  const { organization } = session;
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading);
  const isDenied = access === 'known' && !can('policy', 'read');
  return (
    <main className={styles.page} aria-busy={isSwitching || undefined}>
      <title>{`${messages.heading} - ${organization.name}`}</title>
      <header className={styles.header}>
        <h1 className={styles.heading} ref={heading} tabIndex={-1}>
          {messages.heading}
        </h1>
        <PermissionSummary />
      </header>
      <ProgressStatus text={isSwitching && messages.switching} />
      {can('policy', 'read') ? <PoliciesView services={services} heading={heading} /> : null}
      {/* Unknown is not denied (R16.2). The SDK fetches the access policy once per page load, so retrying reloads. */}
      {access === 'unknown' ? (
        <Notice notice={{ tone: 'info', text: messages.permissions.unknown, remedy: 'reload' }} />
      ) : null}
      {isDenied ? (
        <p className={styles.denied}>
          <Sentence
            text={messages.permissions.denied}
            values={{ organization: organization.name }}
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

/** What the roles permit. Only what limits the member is news (R16.5). */
function PermissionSummary() {
  const { can, access } = useSession();
  const actions = Object.entries(POLICY_ACTIONS);
  const verbs = actions.filter(([action]) => can('policy', action)).map(([, verb]) => verb);
  const isLoading = access === 'loading' && verbs.length === 0;
  const isLimited = can('policy', 'read') && verbs.length < actions.length;
  const limits = isLimited ? messages.permissions.allowed(verbs) : '';
  return <p className={styles.permissions}>{isLoading ? messages.permissions.loading : limits}</p>;
}
