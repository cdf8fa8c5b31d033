import { Link } from '@tanstack/react-router';
import { usePermissions } from '#src/api/use-permissions.ts';
import type { Page } from '#src/pages/pages.ts';
import { messages } from '#src/ui/messages.ts';
import frame from '../member-frame.module.css';
import { useServices } from '../services-context.tsx';
import styles from './navigation.module.css';

/**
 * Links to the pages behind the sign-in. Shown only if the member may read at least two pages (R2.15). Unknown is not
 * denied (R16.2).
 */
export function Navigation({ pages }: { readonly pages: readonly Page[] }) {
  const { can, access } = usePermissions(useServices().permissions);
  const shown = pages.filter(
    ({ permission }) =>
      permission === null || access === 'unknown' || can(permission.resource, permission.action),
  );
  return shown.length < 2 ? null : (
    <nav className={frame.navigation} aria-label={messages.pages}>
      {shown.map(({ path, label }) => (
        <Link key={path} className={styles.link} to={path} preload="intent">
          {label}
        </Link>
      ))}
    </nav>
  );
}
