import { authView } from '#machines/auth/auth.view.ts';
import { clearRedirect, saveRedirect } from '../../storage/redirect.ts';
import type { AuthActor } from '../auth-actor.ts';
import { routeOf } from './routes.ts';

/**
 * Stores path, query and hash whenever the sign-in replaces a page that needs a session (R2.11). A tab that asks about
 * another person than its own forgets the stored ones instead: the other one has not been there (R3.7).
 *
 * @returns a function that stores them now if so, for a router that has resolved a new address
 */
export function saveRequestedPage(actor: AuthActor): () => void {
  const save = () => {
    const view = authView(actor.getSnapshot());
    const { screen } = view;
    if (screen === 'confirmIdentity' && view.currentEmailAddress !== null) return clearRedirect();
    const { pathname, search, hash } = window.location;
    if (routeOf(pathname).kind !== 'member' || screen === 'app' || screen === 'loading') return;
    saveRedirect(pathname + search + hash);
  };
  actor.subscribe(save);
  save();
  return save;
}
