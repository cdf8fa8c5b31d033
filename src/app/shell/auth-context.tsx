import { useSelector } from '@xstate/react';
import { createContext, use, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { Notice } from '#machines/auth/auth.types.ts';
import { type AuthView, authView } from '#machines/auth/auth.view.ts';
import { PRERENDERED_VIEW, useIsHydrated } from './hydration.ts';

interface AuthContextValue {
  readonly actor: ActorRefFrom<AuthMachine>;
}

/** Gives the views below it the auth actor. */
export const AuthContext = createContext<AuthContextValue | null>(null);

interface Auth {
  /** The view of the actor's current snapshot. */
  readonly view: AuthView;
  /** Says that the person of this tab has changed (R22.5); `null` when it has not. */
  readonly personNotice: Notice | null;
  /** Sends one event to the actor. */
  readonly send: (event: AuthEvent) => void;
}

/**
 * Subscribes the component to the auth actor.
 *
 * @throws when there is no `AuthContext` above the component
 */
export function useAuth(): Auth {
  const value = use(AuthContext);
  if (value === null) throw new Error('useAuth needs an AuthContext.');
  const { actor } = value;
  const snapshot = useSelector(actor, (current) => current);
  const isHydrated = useIsHydrated();
  const view = useMemo(
    () => (isHydrated ? authView(snapshot) : PRERENDERED_VIEW),
    [snapshot, isHydrated],
  );
  const personNotice = isHydrated ? snapshot.context.personNotice : null;
  return { view, personNotice, send: actor.send };
}
