import { saveRedirect } from '../../storage/redirect.ts';
import { routeOf } from './routes.ts';

/** Stores path, query and hash of the present page, if it needs a session (R2.11). */
export function saveMemberPage(): void {
  const { pathname, search, hash } = window.location;
  if (routeOf(pathname).kind === 'member') saveRedirect(pathname + search + hash);
}
