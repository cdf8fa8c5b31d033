import { hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { type Api, type ApiServices, createApi } from './api.ts';
import { ApiError } from './api-error.ts';
import { type Directory, DirectoryError } from './directory.ts';
import { type SavedReads, saveReadsOnLeave } from './saved-reads.ts';
import { type Access, type Permissions, usePermissions } from './use-permissions.ts';
import { watchChanges } from './watch-changes.ts';

export interface SessionServices extends ApiServices {
  /**
   * Loads the calls of the provider's directory, which are sent with the session of this member only: in another tab,
   * somebody else may sign in. Rejects when their code cannot be loaded.
   */
  readonly loadDirectory: (memberId: string) => Promise<Directory>;
  readonly permissions: Permissions;
  readonly savedReads: SavedReads;
}

/** What every page behind the gate is given. */
export interface MemberSession extends Access {
  readonly session: SignedInSession;
  /** The calls of the service. */
  readonly api: Api;
  /** Loads the provider's directory: the members of the organization, and the member's own account. */
  readonly directory: () => Promise<Directory>;
  /** The member is switching to another organization: `Page` makes its content inert. */
  readonly isSwitching: boolean;
}

const SessionContext = createContext<MemberSession | null>(null);

/**
 * Returns the session of the page, with the permissions and the calls.
 *
 * @throws when there is no `SessionProvider` above the component
 */
export function useSession(): MemberSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider.');
  return session;
}

interface SessionProviderProps {
  readonly session: SignedInSession;
  readonly services: SessionServices;
  readonly isSwitching: boolean;
  readonly children: ReactNode;
}

/**
 * Gives the pages below it the session. What they have read is cached for one member of one organization, and dropped
 * with the session.
 */
export function SessionProvider(props: SessionProviderProps) {
  const { organization, memberId } = props.session;
  const owner = `${organization.id} ${memberId}`;
  return <MemberSessionProvider key={owner} owner={owner} {...props} />;
}

function MemberSessionProvider(props: SessionProviderProps & { readonly owner: string }) {
  const { session, services, isSwitching, children, owner } = props;
  const { permissions, savedReads } = services;
  const [queries] = useState(() => createQueryClient(savedReads.take(owner)));
  const [api] = useState(() => createApi(services));
  const directory = () =>
    services.loadDirectory(session.memberId).catch(() => {
      throw new DirectoryError('unreachable');
    });
  const { can, access } = usePermissions(permissions);
  useEffect(() => {
    const open = (signal: AbortSignal) => api.changes.$get({}, { init: { signal } });
    const stop = watchChanges(open, (table) => {
      void queries.invalidateQueries(table === null ? {} : { queryKey: [table] });
    });
    const forget = saveReadsOnLeave(queries, owner, savedReads);
    return () => {
      stop();
      forget();
      queries.clear();
    };
  }, [api, queries, owner, savedReads]);
  return (
    <SessionContext value={{ session, can, access, api, directory, isSwitching }}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionContext>
  );
}

/** How often a read is tried again after a failure that may be over soon. */
const RETRIES = 2;

/** @param kept what this tab had read before a reload, which is shown and read again */
function createQueryClient(kept: object): QueryClient {
  const isTransient = (error: Error) =>
    error instanceof DirectoryError
      ? error.problem === 'unreachable'
      : error instanceof ApiError && (error.status === 0 || error.status >= 500);
  const retry = (failures: number, error: Error) => failures < RETRIES && isTransient(error);
  const queries = new QueryClient({
    // Without a network a call fails, and the page says so; by default it would wait.
    defaultOptions: {
      queries: { retry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  hydrate(queries, kept);
  return queries;
}
