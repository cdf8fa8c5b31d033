import { fromCallback } from 'xstate';
import type { AuthEvent, Project, SignedInSession } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { createMagicLinkHandoff } from '../email-link/magic-link-handoff.ts';
import { wasLinkSentTo } from '../email-link/magic-link-request.ts';
import { createTabChannel } from '../email-link/tab-channel.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';
import { resyncSdk, sdkStorageKey } from '../sdk/sdk-state.ts';
import { expireCookie, SESSION_COOKIE, SESSION_JWT_COOKIE } from './cookies.ts';
import type { OtherTabs } from './other-tabs.ts';
import { watchPage } from './page-events.ts';
import { currentSession, hasStoredSession } from './session.ts';
import { createSessionChangeNotifier } from './session-change-notifier.ts';
import { createSignOutMarker } from './sign-out-marker.ts';

interface ExternalEventsOptions {
  readonly client: SdkClient;
  readonly otherTabs: OtherTabs;
  readonly publicToken: string;
  /** What the machine is started with. */
  readonly session: SignedInSession | null;
  /** The project's settings, once they are known; `null` when they are not to be had. */
  readonly project: Promise<Project | null>;
  /** Whether this tab waits for an e-mail to be verified. */
  readonly isWaiting: () => boolean;
  readonly now: () => number;
}

/**
 * Everything that happens without this tab asking: other tabs, the network, the page, the route (R11.7, R11.9:
 * session check; the session is synchronised across browser tabs). One callback actor tells the machine.
 */
export function createExternalEvents(options: ExternalEventsOptions) {
  const { client, otherTabs, publicToken, session, project, isWaiting, now } = options;
  const machine: { send: (event: AuthEvent) => void } = { send: () => undefined };
  const send = (event: AuthEvent) => machine.send(event);

  const mark = createSignOutMarker(now);
  const ledger = createSessionChangeNotifier({
    initial: session,
    current: () => currentSession(client),
    reasonOfEnd: (since) => (mark.isSetSince(since) ? 'elsewhere' : 'expired'),
    send,
    now,
  });
  const handover = createMagicLinkHandoff(
    createTabChannel(),
    (emailAddress) => isWaiting() && wasLinkSentTo(emailAddress),
    () => send({ type: 'email.verified' }),
  );

  /** A session that is over, or of which a half was cleared: what is left of it must not come back. */
  const dropSession = () => {
    ledger.acknowledge(null);
    expireCookie(SESSION_COOKIE);
    expireCookie(SESSION_JWT_COOKIE);
    expireCookie(IMPERSONATION_COOKIE);
    safeLocalStorage.remove(sdkStorageKey(publicToken));
    resyncSdk(publicToken);
  };

  /** Looks at the browser's storage itself (R11.2): cleared by hand is noticed here. */
  const checked = (type: 'route.changed' | 'page.restored') => {
    const hasSession = hasStoredSession(publicToken);
    send({ type, hasSession });
    if (!hasSession && ledger.acknowledged() !== null) dropSession();
  };

  const logic = fromCallback<AuthEvent>(({ sendBack }) => {
    machine.send = sendBack;
    const unsubscribe = client.onStateChange(() => ledger.notifyIfChanged(otherTabs.isNotifying()));
    const unwatch = watchPage({
      now,
      onOnline: () => send({ type: 'network.online' }),
      onVisible: () => send({ type: 'page.visible' }),
      onRestored() {
        resyncSdk(publicToken);
        checked('page.restored');
      },
    });
    project.then((known) => {
      if (known !== null) send({ type: 'project.known', project: known });
    });
    // What changed between boot and now.
    ledger.notifyIfChanged(false);
    return () => {
      machine.send = () => undefined;
      otherTabs.stop();
      unsubscribe();
      unwatch();
      handover.stop();
      mark.stop();
    };
  });

  return {
    logic,
    ledger,
    handover,
    mark,
    dropSession,
    /** To be called on every navigation: a cleared cookie or storage is noticed then (R11.2). */
    routeChanged: () => checked('route.changed'),
  };
}

export type ExternalEvents = ReturnType<typeof createExternalEvents>;
