import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AppView } from '#machines/auth/auth.view.ts';

export interface SessionProps {
  readonly view: AppView;
  /** Sends one event to the auth actor. */
  readonly send: (event: AuthEvent) => void;
}
