import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { AuthEvent } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import type { AuthView } from '#machines/auth/auth.view.types.ts';

/** What the views are given from outside React: the one auth actor, and what the login card must know. */
export interface Auth {
  readonly actor: ActorRefFrom<AuthMachine>;
  /** Where the terms of use are. */
  readonly termsUrl: string;
  /** The id of the organization that somebody was in last in this browser, to begin the list with. */
  readonly lastUsed: () => string | null;
}

const AuthContext = createContext<Auth | null>(null);

/** Hands the one auth actor to the views below. */
export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  return <AuthContext value={auth}>{children}</AuthContext>;
}

function useAuthContext(): Auth {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('The views need an AuthProvider above them.');
  return auth;
}

/**
 * What the screen shows now, and the one way to answer.
 *
 * @returns the view of the current snapshot, and `send`, which gives the machine one event;
 * `outside`, what the login card is given beside them
 */
export function useAuth(): {
  readonly view: AuthView;
  readonly send: (event: AuthEvent) => void;
  readonly outside: Omit<Auth, 'actor'>;
} {
  const { actor, ...outside } = useAuthContext();
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => authView(snapshot), [snapshot]);
  return { view, send: actor.send, outside };
}
