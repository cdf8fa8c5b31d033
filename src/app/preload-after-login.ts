import { authView } from '#machines/auth/auth.view.ts';
import type { AuthActor } from './auth-actor.ts';

/**
 * Loads the screens behind the login as soon as this tab shows another screen than the login (R1.3). A person who
 * stays at the login loads none of them.
 *
 * @param preload loads the screens; it is called once
 */
export function preloadAfterLogin(actor: AuthActor, preload: () => Promise<unknown>): void {
  const isAtLogin = () => authView(actor.getSnapshot()).screen === 'login';
  // A failure is shown when a screen that is missing is rendered (R1.8).
  const load = () => void preload().catch(() => undefined);
  if (!isAtLogin()) {
    load();
    return;
  }
  const subscription = actor.subscribe(() => {
    if (isAtLogin()) return;
    subscription.unsubscribe();
    load();
  });
}
