import { useSession } from '#src/api/session.tsx';
import { LANGUAGE } from '#src/brand/language.ts';
import { ListPage } from '#src/ui/list-page/list-page.tsx';
import { messages } from './messages.ts';
import styles from './policies-page.module.css';
import { PoliciesView, type PolicyServices } from './policies-view.tsx';

const listFormat = new Intl.ListFormat(LANGUAGE);

/** The landing page after sign-in (R2.7): permissions (R16) and policies (R17). */
export function PoliciesPage({ services }: { readonly services: PolicyServices }) {
  const member = useSession();
  const { can } = member;
  const isPermitted = can('policy', 'read');
  const actions = Object.entries(messages.verbs);
  const verbs = actions.filter(([action]) => can('policy', action)).map(([, verb]) => verb);
  // A member without restrictions needs no message (R16.5).
  const isLimited = isPermitted && verbs.length < actions.length;
  return (
    <ListPage
      title={messages.title}
      member={member}
      isPermitted={isPermitted}
      limits={isLimited && messages.limits(listFormat.format(verbs))}
      texts={messages}
    >
      <PoliciesView services={services} />
      {import.meta.env.DEV || import.meta.env.VITE_EMULATOR ? (
        <footer className={styles.footer}>
          <a href="/chart">{messages.chart}</a>
        </footer>
      ) : null}
    </ListPage>
  );
}
