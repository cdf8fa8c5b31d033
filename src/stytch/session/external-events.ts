import { fromCallback } from 'xstate';
import type { AuthEvent, Project, SignedInSession } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import type { MagicLinkHandoff } from '../email-link/magic-link-handoff.ts';
import { clearLinkRequests, forgetLinkAddress } from '../email-link/magic-link-request.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { resyncSdk } from '../sdk/sdk-state.ts';
import type { CallClaim, Transport } from '../transport/transport.ts';
import { confirmed } from './confirmed-session.ts';
import { expireCookie, readCookie, SESSION_COOKIE, SESSION_JWT_COOKIE } from './cookies.ts';
import { digestOf } from './digest.ts';
import type { OtherTabs } from './other-tabs.ts';
import { watchPageEvents } from './page-events.ts';
import { sdkStorageKey } from './sdk-storage-key.ts';
import {
  awaitCookies,
  currentSession,
  hasIntermediateCookie,
  hasSessionCookie,
  hasStoredSession,
} from './session.ts';
import { createSessionChangeNotifier } from './session-change-notifier.ts';
import { createSignOutMarker } from './sign-out-marker.ts';

/** In place of the SDK's revocation, when this browser holds another session than the one that ends. */
export const keepSdkState = () => Promise.resolve();

interface ExternalEventsOptions {
  readonly client: SdkClient;
  readonly transport: Pick<Transport, 'revokeWith'>;
  readonly otherTabs: OtherTabs;
  readonly publicToken: string;
  /** The session that the machine starts with. */
  readonly session: SignedInSession | null;
  /** Called when the page comes back from the back/forward cache. */
  readonly onRestored: () => void;
  /** Resolves to the project's settings; `null` when they cannot be fetched. */
  readonly project: Promise<Project | null>;
  readonly now: () => number;
}

/** A session whose token this tab knows. */
interface GrantedSession extends Pick<CallClaim, 'revokeWith' | 'isGranted'> {
  readonly sessionId: string;
  readonly tokenDigest: string;
}

/** Removes what this browser keeps of a member beside the session. */
function forgetMember(): void {
  clearLinkRequests();
  expireCookie(IMPERSONATION_COOKIE);
}

/**
 * The `externalEvents` actor: sends the machine what happens in other tabs, the network, the page lifecycle and
 * the router (R11.7, R11.9).
 */
export function createExternalEvents(options: ExternalEventsOptions) {
  const { client, transport, otherTabs, publicToken, session, project, now } = options;
  let granted: GrantedSession | null = null;
  const machine: { send: (event: AuthEvent) => void } = { send: () => undefined };
  const send = (event: AuthEvent) => {
    if (event.type === 'session.found') replaceGranted(event.session);
    if (event.type === 'session.gone') {
      // Another tab has removed it, but has not signed out: it may not have known the token.
      if (granted !== null && event.reason === 'expired') void endReplaced(granted);
      granted = null;
      // Also the address that this tab requested a link for: the session may have started in another tab.
      forgetMember();
    }
    if (event.type === 'signIn.outdated') forgetLinkAddress();
    machine.send(event);
  };

  const signOutMarker = createSignOutMarker(now, () => {
    // A page that was frozen has missed the whole session; another one has followed it and sees its end.
    if (sessionChanges.acknowledged() !== null) return;
    resyncSdk(publicToken);
    send({ type: 'signIn.outdated' });
  });
  const sessionChanges = createSessionChangeNotifier({
    initial: session,
    currentSession: () => currentSession(client),
    confirmedSessionId: confirmed.readSession,
    lastSignOut: signOutMarker.last,
    send,
  });
  let handoff: MagicLinkHandoff | null = null;

  /** The session that this page was loaded with: its token is the cookie's, until another host replaces it. */
  const findGranted = async () => {
    const token = readCookie(SESSION_COOKIE);
    if (session === null || token === null) return;
    const { sessionId } = session;
    const confirmedDigest = confirmed.readToken();
    const tokenDigest = await digestOf(token);
    if (granted !== null || tokenDigest !== confirmedDigest) return;
    const revokeWith = (clear: () => Promise<unknown>) => transport.revokeWith(token, clear);
    granted = { sessionId, tokenDigest, revokeWith, isGranted: (held) => held === token };
    // Another session may have taken its place meanwhile.
    replaceGranted(sessionChanges.acknowledged() ?? session);
  };
  const found = findGranted();

  /** Removes all that is left of a session that has ended or was partly cleared, so that it does not return. */
  const removeSession = () => {
    granted = null;
    sessionChanges.acknowledge(null);
    confirmed.remove();
    forgetMember();
    expireCookie(SESSION_COOKIE);
    expireCookie(SESSION_JWT_COOKIE);
    safeLocalStorage.remove(sdkStorageKey(publicToken));
    resyncSdk(publicToken);
  };

  const grantedOfThisTab = () =>
    granted?.sessionId === sessionChanges.acknowledged()?.sessionId ? granted : null;
  const revocation = () => client.session.revoke({ forceClear: true });

  /**
   * Ends a session whose place another one has taken: with its cookie, this browser has lost it (R11.23). A switch of
   * organization has ended the one before. While the cookie still holds its token, other tabs use it.
   */
  const endReplaced = async (replaced: GrantedSession) => {
    if (confirmed.wasSwitched(replaced.sessionId)) return;
    const isLost = () => !replaced.isGranted(readCookie(SESSION_COOKIE));
    if (await awaitCookies(isLost)) await replaced.revokeWith(keepSdkState);
  };

  /**
   * Ends the session of a call that the machine has left. Its cookie may already be written: without a member in this
   * tab and a confirmation in another one, no tab uses the session, and a sign-out is not undone (R11.12).
   */
  const endAborted = async (started: GrantedSession) => {
    const isUsed =
      sessionChanges.acknowledged() !== null || confirmed.readSession() === started.sessionId;
    if (isUsed || !started.isGranted(readCookie(SESSION_COOKIE))) await endReplaced(started);
    else {
      expireCookie(IMPERSONATION_COOKIE);
      await started.revokeWith(revocation);
    }
  };

  /** Takes note that this tab shows another session than the one of its last response. */
  function replaceGranted({ sessionId }: Pick<SignedInSession, 'sessionId'>): void {
    if (granted === null || granted.sessionId === sessionId) return;
    void endReplaced(granted);
    granted = null;
  }

  /**
   * Ends a session that was cleared by hand at the provider, where it would stay valid. Its token is in the cookie or
   * in the last response. Beside an intermediate session, which the SDK would remove, only the latter is ended.
   */
  const revokeCleared = () => {
    const known = grantedOfThisTab();
    const hasIntermediate = hasIntermediateCookie();
    if (known !== null) void known.revokeWith(hasIntermediate ? keepSdkState : revocation);
    else if (hasSessionCookie() && !hasIntermediate) revocation().catch(() => undefined);
  };

  /** Checks cookies and storage themselves (R11.2), because clearing or restoring them by hand causes no event. */
  const checkSession = (type: 'route.changed' | 'page.restored') => {
    const hasSession = hasStoredSession(publicToken);
    send({ type, hasSession });
    const isKnown = sessionChanges.acknowledged() !== null;
    if (!hasSession && isKnown) {
      revokeCleared();
      removeSession();
    }
    // The SDK notifies of a session that came back, and with it the machine.
    if (hasSession && !isKnown) resyncSdk(publicToken);
  };

  const actorLogic = fromCallback<AuthEvent>(({ sendBack }) => {
    machine.send = sendBack;
    const unsubscribe = client.onStateChange(() =>
      sessionChanges.notifyIfChanged(otherTabs.isNotifying()),
    );
    const stopListening = confirmed.onSessionElsewhere(sessionChanges.notifyOfConfirmed);
    const unwatch = watchPageEvents({
      now,
      onOnline: () => send({ type: 'network.online' }),
      onVisible: () => send({ type: 'page.visible' }),
      onRestored() {
        options.onRestored();
        resyncSdk(publicToken);
        checkSession('page.restored');
        // Last: the session of another person is compared with the sign-in of this tab before that is forgotten.
        if (signOutMarker.wasMissed()) send({ type: 'signIn.outdated' });
      },
    });
    project.then((settings) => {
      if (settings !== null) send({ type: 'project.known', project: settings });
    });
    // The session may have changed since the machine's input was read.
    sessionChanges.notifyIfChanged(false);
    return () => {
      machine.send = () => undefined;
      otherTabs.stop();
      unsubscribe();
      stopListening();
      unwatch();
      handoff?.stop();
      signOutMarker.stop();
    };
  });

  return {
    actorLogic,
    sessionChanges,
    send,
    /** Takes the handoff of magic links, which loads late: a tab that sent no link receives none. */
    setHandoff(loaded: MagicLinkHandoff): void {
      handoff = loaded;
    },
    /** Claims a sign-in that another tab offered after it verified a magic link (R9.1). */
    claimHandoff: (id: string) => handoff?.claim(id),
    signOutMarker,
    removeSession,
    /** Records the newest session that a response to this tab named. */
    recordGranted(session: GrantedSession): void {
      replaceGranted(session);
      granted = session;
    },
    endAborted,
    /**
     * Ends the session at the provider. Where this tab knows its newest token, that one is sent: another host can
     * write the cookie at any time.
     */
    async revokeSession(): Promise<void> {
      await found;
      const known = grantedOfThisTab();
      if (known !== null && known.tokenDigest === confirmed.readToken()) {
        await known.revokeWith(revocation);
      } else await revocation().catch(() => undefined);
      granted = null;
    },
    /** Call this on every navigation (R11.2). */
    routeChanged: () => checkSession('route.changed'),
  };
}

export type ExternalEvents = ReturnType<typeof createExternalEvents>;
