import { authView } from '#machines/auth/auth.view.ts';
import type { AuthActor } from './auth-actor.ts';

/**
 * Loads the screens behind the login as soon as this tab shows another screen than the login (R1.3). A person who
 * stays at the login loads none of them.
 *
 * @param preload loads the screens; it is called once
 */
export function preloadScreensAfterLogin(actor: AuthActor, preload: () => Promise<void>): void {
  const subscription = actor.subscribe((snapshot) => {
    if (authView(snapshot).screen === 'login') return;
    subscription.unsubscribe();
    preload();
  });
}
