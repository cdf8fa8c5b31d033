import { showsNoSignIn } from '#machines/auth/auth.context.ts';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthActor } from '../auth-actor.ts';
import { leavePage, type PageAddress } from './navigation.ts';
import { saveMemberPage } from './save-member-page.ts';

/**
 * Stores path, query and hash whenever the sign-in replaces a page that needs a session (R2.11). A tab that asks about
 * another person than its own leaves the page instead: the other one has not been there (R3.7).
 *
 * @returns a function that stores them now if so, for a router that has resolved a new address
 */
export function saveRequestedPage(actor: AuthActor, address: PageAddress): () => void {
  let wasAsked = false;
  const save = () => {
    const snapshot = actor.getSnapshot();
    const { screen } = authView(snapshot);
    const isAsked = screen === 'confirmIdentity' && !showsNoSignIn(snapshot.context);
    // Once per question: the router changes the address later, and tells the machine of each change.
    const mustLeave = isAsked && !wasAsked;
    wasAsked = isAsked;
    if (mustLeave) leavePage(address);
    if (isAsked) return;
    if (screen !== 'app' && screen !== 'loading') saveMemberPage();
  };
  actor.subscribe(save);
  save();
  return save;
}
