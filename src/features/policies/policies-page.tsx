import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { PRODUCT_NAME } from '#src/ui/brand.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { ACTION_VERBS, messages } from './messages.ts';
import type { PolicyServices } from './policies.types.ts';
import styles from './policies-page.module.css';
import { PoliciesView } from './policies-view.tsx';
import {
  type PolicyAction,
  type PolicyPermissions,
  usePolicyPermissions,
} from './use-permissions.ts';

const { permissions } = messages;

interface PoliciesPageProps {
  readonly session: SignedInSession;
  readonly services: PolicyServices;
}

/**
 * Where members land after sign-in (R1.1, R16.3): the organization they are in, who they are there, what
 * their roles permit, and the policies.
 */
export function PoliciesPage({ session, services }: PoliciesPageProps) {
  const { organization } = session;
  const answers = usePolicyPermissions(services.permissions, session.roles);
  return (
    <main className={styles.page}>
      <title>{`${messages.heading} · ${PRODUCT_NAME}`}</title>
      <header className={styles.header}>
        <h1 className={styles.heading}>{messages.heading}</h1>
        <Who session={session} />
        <p className={styles.permitted}>{permitted(answers)}</p>
      </header>
      {answers.read === 'allowed' ? (
        <PoliciesView
          key={organization.id}
          organization={organization}
          services={services}
          answers={answers}
        />
      ) : null}
      {answers.read === 'unknown' ? <Unknown /> : null}
      {answers.read === 'denied' ? (
        <p className={styles.denied}>
          <Sentence text={permissions.denied} values={{ organization: organization.name }} />
        </p>
      ) : null}
      <footer className={styles.footer}>
        <a href="/chart">{messages.statechart}</a>
      </footer>
    </main>
  );
}

function Who({ session }: { session: SignedInSession }) {
  const { organization, memberName, emailAddress } = session;
  return (
    <p className={styles.who}>
      <strong className={styles.organization} dir="auto">
        {organization.name}
      </strong>
      <bdi>@{organization.slug}</bdi>
      {memberName === '' ? null : <bdi>{memberName}</bdi>}
      <bdi>{emailAddress}</bdi>
    </p>
  );
}

function permitted(answers: PolicyPermissions): string {
  const actions: readonly PolicyAction[] = ['read', 'create', 'update', 'delete'];
  if (answers.read === 'asking') return permissions.asking;
  if (answers.read !== 'allowed') return '';
  const may = actions.filter((action) => answers[action] === 'allowed');
  if (may.length === 1) return permissions.readOnly;
  return permissions.allowed(may.map((action) => ACTION_VERBS[action]));
}

/** Nobody's permissions are known, which is not the same as having none; only a fresh page asks again. */
function Unknown() {
  const text = permissions.unknown;
  return (
    <div className={styles.unknown}>
      <Notice notice={{ tone: 'info', text, requestId: null, remedy: null }} />
      <Button onClick={() => window.location.reload()}>{permissions.retry}</Button>
    </div>
  );
}
