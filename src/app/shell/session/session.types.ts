import type { AuthEvent } from '#machines/auth/auth.types.ts';
import type { AppView } from '#machines/auth/auth.view.types.ts';

/** What the parts of a running session are given. */
export interface SessionProps {
  readonly view: AppView;
  /** Gives the machine one event. */
  readonly send: (event: AuthEvent) => void;
}
