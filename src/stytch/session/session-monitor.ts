import { fromCallback } from 'xstate';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { Project, SignedInSession } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { lastSignOut, recordSignOut, SIGNED_OUT_AT_KEY } from '../../storage/sign-out.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { removeLinkRequests } from '../magic-link-request.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import { cookieNames, expireCookie, readCookie } from './cookies.ts';
import { sdkStorageKey } from './sdk-storage-key.ts';
import { currentSession, hasSessionCookie, hasStoredSession } from './session.ts';
import { createSessionChangeNotifier } from './session-change-notifier.ts';

interface SessionMonitorOptions {
  readonly client: SdkClient;
  readonly publicToken: string;
  /** The session that the machine starts with. */
  readonly session: SignedInSession | null;
  /** Called when the page comes back from the back/forward cache. */
  readonly onRestored: () => void;
  /** Resolves to the project's settings; `null` when they cannot be fetched. */
  readonly project: Promise<Project | null>;
}

/** Removes what this browser keeps of a member beside the session. */
function forgetMember(): void {
  removeLinkRequests();
  expireCookie(IMPERSONATION_COOKIE);
}

/**
 * The `sessionMonitor` actor: sends the machine what happens in other tabs, the network, the page lifecycle and
 * the router (R11.7, R11.9).
 */
export function createSessionMonitor(options: SessionMonitorOptions) {
  const { client, publicToken, session, project } = options;
  const cookies = cookieNames(publicToken);
  const machine: { send: (event: AuthEvent) => void } = { send: () => undefined };
  const send = (event: AuthEvent) => {
    if (event.type === 'session.gone') forgetMember();
    machine.send(event);
  };
  let knownSignOut = lastSignOut();
  /** A sign-out in another tab ends an unfinished sign-in. A tab with a session learns of the end of that. */
  const followSignOut = () => {
    if (lastSignOut() === knownSignOut) return;
    knownSignOut = lastSignOut();
    if (sessionChanges.acknowledged() !== null) return;
    resyncSdk(publicToken);
    send({ type: 'session.gone', reason: 'elsewhere' });
  };
  const sessionChanges = createSessionChangeNotifier(
    session,
    () => currentSession(client),
    () => readCookie(cookies.session),
    send,
  );

  /** Removes all that is left of a session that has ended or was partly cleared, so that it does not return. */
  const removeSession = () => {
    sessionChanges.acknowledge(null);
    forgetMember();
    expireCookie(cookies.session);
    expireCookie(cookies.jwt);
    safeLocalStorage.remove(sdkStorageKey(publicToken));
    resyncSdk(publicToken);
  };

  /** Ends the session at the provider. */
  const revokeSession = async () => {
    await client.session.revoke({ forceClear: true }).catch(() => undefined);
  };

  /** Checks cookies and storage themselves (R11.2), because clearing or restoring them by hand causes no event. */
  const reportStoredSession = (type: 'route.changed' | 'page.restored') => {
    const hasSession = hasStoredSession(publicToken);
    send({ type, hasSession });
    const isKnown = sessionChanges.acknowledged() !== null;
    if (!hasSession && isKnown) {
      if (hasSessionCookie(publicToken)) void revokeSession();
      removeSession();
    }
    // The SDK notifies this module, and thereby the machine, of a session that was restored.
    if (hasSession && !isKnown) resyncSdk(publicToken);
  };

  const actorLogic = fromCallback<AuthEvent>(({ sendBack }) => {
    machine.send = sendBack;
    const controller = new AbortController();
    const { signal } = controller;
    const unsubscribe = client.onStateChange(() => sessionChanges.notifyIfChanged());
    const onStorage = ({ key }: StorageEvent) => {
      // Without a key, all of local storage was cleared.
      if (key === SIGNED_OUT_AT_KEY || key === null) followSignOut();
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') send({ type: 'page.visible' });
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      // Only for a page from the back/forward cache.
      if (!persisted) return;
      options.onRestored();
      resyncSdk(publicToken);
      reportStoredSession('page.restored');
      followSignOut();
    };
    window.addEventListener('storage', onStorage, { signal });
    window.addEventListener('online', () => send({ type: 'network.online' }), { signal });
    window.addEventListener('pageshow', onPageShow, { signal });
    document.addEventListener('visibilitychange', onVisibility, { signal });
    project.then((settings) => {
      if (settings !== null) send({ type: 'project.known', project: settings });
    });
    // The session may have changed since the machine's input was read.
    sessionChanges.notifyIfChanged();
    return () => {
      machine.send = () => undefined;
      unsubscribe();
      controller.abort();
    };
  });

  return {
    actorLogic,
    sessionChanges,
    /** Records a sign-out of this tab, for the others. */
    recordSignOut(): void {
      recordSignOut();
      knownSignOut = lastSignOut();
    },
    removeSession,
    revokeSession,
    /** Call this on every navigation (R11.2). */
    routeChanged: () => reportStoredSession('route.changed'),
  };
}

export type SessionMonitor = ReturnType<typeof createSessionMonitor>;
