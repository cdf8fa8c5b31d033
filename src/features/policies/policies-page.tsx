import { useRef } from 'react';
import { useSession } from '#src/api/session.tsx';
import page from '#src/ui/list-page.module.css';
import { Notice } from '#src/ui/notice.tsx';
import { Page } from '#src/ui/page.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import styles from './policies-page.module.css';
import { PoliciesView, type PolicyServices } from './policies-view.tsx';

/** The actions of the resource `policy` in the access policy, with the verb of each. */
const VERBS = { read: 'read', create: 'create', update: 'edit', delete: 'delete' };

const listFormat = new Intl.ListFormat('en');

const UNKNOWN = {
  tone: 'info',
  text: "We couldn't check your permissions, so nothing can be shown or changed yet.",
  // The SDK fetches the access policy once per page load, so retrying reloads.
  remedy: 'reload',
} as const;

/** The landing page after sign-in (R2.7): permissions (R16) and policies (R17). */
export function PoliciesPage({ services }: { readonly services: PolicyServices }) {
  const { session, can, access, isSwitching } = useSession();
  const { name: organization } = session.organization;
  const heading = useRef<HTMLHeadingElement>(null);
  const isDenied = access === 'known' && !can('policy', 'read');
  return (
    <Page title="Policies" organization={organization} isSwitching={isSwitching} heading={heading}>
      <PermissionSummary />
      {can('policy', 'read') ? <PoliciesView services={services} heading={heading} /> : null}
      {/* Unknown is not denied (R16.2). */}
      {access === 'unknown' ? <Notice notice={UNKNOWN} /> : null}
      {isDenied ? (
        <p className={page.denied}>
          <Sentence
            text="You are not allowed to see the policies of {organization}. Ask an administrator for access."
            values={{ organization }}
          />
        </p>
      ) : null}
      {import.meta.env.DEV || import.meta.env.VITE_EMULATOR ? (
        <footer className={styles.footer}>
          <a href="/chart">For developers: the statechart</a>
        </footer>
      ) : null}
    </Page>
  );
}

/** What the roles permit. Only what limits the member is news (R16.5). */
function PermissionSummary() {
  const { can, access } = useSession();
  const actions = Object.entries(VERBS);
  const verbs = actions.filter(([action]) => can('policy', action)).map(([, verb]) => verb);
  const isLimited = can('policy', 'read') && verbs.length < actions.length;
  const limits = `You can ${listFormat.format(verbs)} policies here. If you need more, ask an administrator.`;
  const isLoading = access === 'loading' && verbs.length === 0;
  return (
    <p className={page.permissions}>
      {isLoading ? 'Checking your permissions...' : isLimited && limits}
    </p>
  );
}
