import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AppView, AuthView } from '#machines/auth/auth.view.ts';

/** Sends one event to the auth actor. */
export type SendEvent = (event: AuthEvent) => void;

/** The views without a session. */
export type SignInView = Exclude<AuthView, AppView>;

export interface ScreenProps<View> {
  readonly view: View;
  readonly send: SendEvent;
}
