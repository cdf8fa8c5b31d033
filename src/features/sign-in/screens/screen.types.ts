import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { AppView, AuthView } from '#machines/auth/auth.view.types.ts';

/** Gives the machine one event. */
export type Send = (event: AuthEvent) => void;

/** Every screen before somebody is in. */
export type SignInView = Exclude<AuthView, AppView>;

/** What a screen is given, and all that it is given. */
export interface ScreenProps<View> {
  readonly view: View;
  readonly send: Send;
}
