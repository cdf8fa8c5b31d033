import type { TabChannel } from './tab-channel.ts';

/** Milliseconds in which a waiting tab must claim the sign-in. */
const CLAIM_WINDOW = 250;

export interface MagicLinkHandoff {
  /**
   * Offers the sign-in to the other tabs, after a magic link was verified in this one.
   *
   * @param intermediateDigest identifies the intermediate session that the waiting tab continues with
   * @returns whether another tab continues the sign-in
   */
  offer(emailAddress: string, intermediateDigest: string): Promise<boolean>;
  /** Claims an offer for this tab. The machine calls it while it waits in step-up. */
  claim(id: string): void;
  /** Stops listening to offers of other tabs. */
  stop(): void;
}

interface MagicLinkHandoffOptions {
  readonly channel: TabChannel;
  /** Whether this tab requested a link for the address. */
  readonly isRequestedHere: (emailAddress: string) => boolean;
  /** Another tab verified such a link; `claim(id)` answers. */
  readonly onOffered: (id: string, emailAddress: string) => void;
  /** This tab is the one that continues. */
  readonly onGranted: (intermediateDigest: string) => void;
}

/**
 * Hands a sign-in from the tab that opened the magic link to a tab that waits for it. Exactly one of several
 * waiting tabs continues, because the intermediate session can be exchanged once.
 *
 * The opening tab posts `email.verified`, tabs that requested a link for that address may claim it with
 * `email.claimed`, and the opening tab grants the first claim with `email.granted`.
 */
export function createMagicLinkHandoff({
  channel,
  isRequestedHere,
  onOffered,
  onGranted,
}: MagicLinkHandoffOptions): MagicLinkHandoff {
  const tab = crypto.randomUUID();
  let claimed: string | null = null;
  let offer: { id: string; isGranted: boolean; digest: string; onClaimed: () => void } | null =
    null;

  const stop = channel.listen((message) => {
    if (message.type === 'email.verified' && isRequestedHere(message.emailAddress)) {
      onOffered(message.id, message.emailAddress);
    }
    if (message.type === 'email.claimed' && offer?.id === message.id && !offer.isGranted) {
      offer.isGranted = true;
      const { id, tab: grantee } = message;
      channel.post({
        type: 'email.granted',
        id,
        tab: grantee,
        intermediateDigest: offer.digest,
      });
      offer.onClaimed();
    }
    if (message.type === 'email.granted' && message.tab === tab && message.id === claimed) {
      claimed = null;
      onGranted(message.intermediateDigest);
    }
  });

  return {
    stop,
    claim(id) {
      claimed = id;
      channel.post({ type: 'email.claimed', id, tab });
    },
    offer(emailAddress, digest) {
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
        offer = { id, isGranted: false, digest, onClaimed };
        channel.post({ type: 'email.verified', id, emailAddress });
      });
    },
  };
}
