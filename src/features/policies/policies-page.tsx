import { useRef } from 'react';
import { useSession } from '#src/api/session.tsx';
import { ListPage } from '#src/ui/list-page/list-page.tsx';
import styles from './policies-page.module.css';
import { PoliciesView, type PolicyServices } from './policies-view.tsx';

/** The actions of the resource `policy` in the access policy, with the verb of each. */
const VERBS = { read: 'read', create: 'create', update: 'edit', delete: 'delete' };

const listFormat = new Intl.ListFormat('en');

const TEXTS = {
  denied:
    'You are not allowed to see the policies of {organization}. Ask an administrator for access.',
  unknown: "We couldn't check your permissions, so nothing can be shown or changed yet.",
};

/** The landing page after sign-in (R2.7): permissions (R16) and policies (R17). */
export function PoliciesPage({ services }: { readonly services: PolicyServices }) {
  const { session, can, access, isSwitching } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const isPermitted = can('policy', 'read');
  const actions = Object.entries(VERBS);
  const verbs = actions.filter(([action]) => can('policy', action)).map(([, verb]) => verb);
  // Only what limits the member is news (R16.5).
  const isLimited = isPermitted && verbs.length < actions.length;
  return (
    <ListPage
      title="Policies"
      organization={session.organization.name}
      isSwitching={isSwitching}
      heading={heading}
      access={access}
      isPermitted={isPermitted}
      limits={
        isLimited &&
        `You can ${listFormat.format(verbs)} policies here. If you need more, ask an administrator.`
      }
      texts={TEXTS}
    >
      <PoliciesView services={services} heading={heading} />
      {import.meta.env.DEV || import.meta.env.VITE_EMULATOR ? (
        <footer className={styles.footer}>
          <a href="/chart">For developers: the statechart</a>
        </footer>
      ) : null}
    </ListPage>
  );
}
