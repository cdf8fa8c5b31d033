import type { TabChannel } from './tab-channel.ts';

/** Milliseconds in which a waiting tab must claim the sign-in. */
const CLAIM_WINDOW = 250;

export interface MagicLinkHandoff {
  /**
   * Offers the sign-in to the other tabs, after a magic link was verified in this one.
   *
   * @returns whether another tab continues the sign-in
   */
  offer(emailAddress: string): Promise<boolean>;
  /** Stops listening to offers of other tabs. */
  stop(): void;
}

/**
 * Hands a sign-in from the tab that opened the magic link to a tab that waits for it. Exactly one of several
 * waiting tabs continues, because the intermediate session can be exchanged once. A tab that waits for another
 * e-mail address does not claim it.
 *
 * The opening tab posts `email.verified`, waiting tabs reply with `email.claimed`, and the opening tab grants the
 * first claim with `email.granted`.
 *
 * @param isWaitingFor whether this tab waits for a link sent to an address
 * @param onGranted called when this tab is the one that continues
 */
export function createMagicLinkHandoff(
  channel: TabChannel,
  isWaitingFor: (emailAddress: string) => boolean,
  onGranted: () => void,
): MagicLinkHandoff {
  const tab = crypto.randomUUID();
  let claim: { id: string; emailAddress: string } | null = null;
  let offer: { id: string; isGranted: boolean; onClaimed: () => void } | null = null;

  const stop = channel.listen((message) => {
    if (message.type === 'email.verified' && isWaitingFor(message.emailAddress)) {
      claim = message;
      channel.post({ type: 'email.claimed', id: message.id, tab });
    }
    if (message.type === 'email.claimed' && offer?.id === message.id && !offer.isGranted) {
      offer.isGranted = true;
      channel.post({ type: 'email.granted', id: message.id, tab: message.tab });
      offer.onClaimed();
    }
    if (message.type === 'email.granted' && message.tab === tab && message.id === claim?.id) {
      if (isWaitingFor(claim.emailAddress)) onGranted();
      claim = null;
    }
  });

  return {
    stop,
    offer(emailAddress) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          offer = null;
          resolve(false);
        }, CLAIM_WINDOW);
        const id = crypto.randomUUID();
        const onClaimed = () => {
          clearTimeout(timer);
          resolve(true);
        };
        offer = { id, isGranted: false, onClaimed };
        channel.post({ type: 'email.verified', id, emailAddress });
      });
    },
  };
}
