import { authView } from '#machines/auth/auth.view.ts';
import type { AuthActor } from '../auth-actor.ts';
import { saveMemberPage } from './save-member-page.ts';

/**
 * Stores path, query and hash whenever the sign-in replaces a page that needs a session (R2.11).
 *
 * @returns a function that stores them now if so, for a router that has resolved a new address
 */
export function watchRequestedPage(actor: AuthActor): () => void {
  const save = () => {
    const { screen } = authView(actor.getSnapshot());
    if (screen !== 'app' && screen !== 'loading') saveMemberPage();
  };
  actor.subscribe(save);
  save();
  return save;
}
