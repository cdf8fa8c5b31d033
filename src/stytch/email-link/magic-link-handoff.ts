import type { TabChannel } from './tab-channel.ts';

/** Milliseconds in which a waiting tab must speak up. */
const CLAIM_WINDOW = 250;

export interface MagicLinkHandoff {
  /**
   * Tells the other tabs that an address was verified here.
   *
   * @returns whether one of them goes on with the sign-in
   */
  offer(emailAddress: string): Promise<boolean>;
  /** Ends hearing of links verified elsewhere. */
  stop(): void;
}

/**
 * A link verified in one tab, a sign-in waiting in another. Of several waiting tabs exactly one goes on: the
 * intermediate session can be exchanged once. A tab that waits for another person's address does not.
 *
 * @param channel the line between the tabs
 * @param isWaitingFor whether this tab waits for an address to be verified
 * @param onVerified told when this tab is the one to go on
 */
export function createMagicLinkHandoff(
  channel: TabChannel,
  isWaitingFor: (emailAddress: string) => boolean,
  onVerified: () => void,
): MagicLinkHandoff {
  const tab = crypto.randomUUID();
  let claimed: { id: string; emailAddress: string } | null = null;
  let offered: { id: string; granted: boolean; taken: (taken: boolean) => void } | null = null;

  const stop = channel.listen((message) => {
    if (message.type === 'email.verified' && isWaitingFor(message.emailAddress)) {
      claimed = message;
      channel.post({ type: 'email.claimed', id: message.id, tab });
    }
    if (message.type === 'email.claimed' && offered?.id === message.id && !offered.granted) {
      offered.granted = true;
      channel.post({ type: 'email.granted', id: message.id, tab: message.tab });
      offered.taken(true);
    }
    if (message.type === 'email.granted' && message.tab === tab && message.id === claimed?.id) {
      if (isWaitingFor(claimed.emailAddress)) onVerified();
      claimed = null;
    }
  });

  return {
    stop,
    offer(emailAddress) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          offered = null;
          resolve(false);
        }, CLAIM_WINDOW);
        const id = crypto.randomUUID();
        const taken = (value: boolean) => {
          clearTimeout(timer);
          resolve(value);
        };
        offered = { id, granted: false, taken };
        channel.post({ type: 'email.verified', id, emailAddress });
      });
    },
  };
}
