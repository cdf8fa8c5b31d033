import { authView } from '#machines/auth/auth.view.ts';
import type { AuthActor } from './auth-actor.ts';

/**
 * Lets the browser ask before the page is left or reloaded while there are recovery codes to save, which are never shown
 * again (R10.10). An error page in their place must not lose them either.
 */
export function askBeforeLeavingSecondFactor(actor: AuthActor): void {
  window.addEventListener('beforeunload', (event) => {
    const view = authView(actor.getSnapshot());
    if (view.screen === 'secondFactor' && view.step.name === 'savingCodes') event.preventDefault();
  });
}
