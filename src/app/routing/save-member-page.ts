import { saveRedirect } from '../../storage/redirect.ts';
import { pageKind } from './page-kind.ts';

/** Stores path, query and hash of the present page, if it needs a session (R2.11). */
export function saveMemberPage(): void {
  const { pathname, search, hash } = window.location;
  if (pageKind(pathname) === 'member') saveRedirect(pathname + search + hash);
}
