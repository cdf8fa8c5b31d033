import { type Check, type Checked, matching, recordOf } from '#machines/rules/checks.ts';

const CHANNEL = 'auth';

/** Milliseconds in which a waiting tab must claim the sign-in. */
const CLAIM_WINDOW = 250;

const isId = matching(/^[\s\S]{1,64}$/);

function exactly<Text extends string>(text: Text): Check<Text> {
  return (value): value is Text => value === text;
}

/** A link sent to an address was verified, and any waiting tab may claim the sign-in. */
const isVerified = recordOf({
  type: exactly('email.verified'),
  id: isId,
  emailAddress: matching(/^[\s\S]{1,320}$/),
});
/** A tab claims the sign-in. */
const isClaimed = recordOf({ type: exactly('email.claimed'), id: isId, tab: isId });
/** The claim of a tab is granted. */
const isGranted = recordOf({
  type: exactly('email.granted'),
  id: isId,
  tab: isId,
  intermediateDigest: isId,
});

/** A message between the tabs of a browser. It contains no secret, and receivers do not trust it. */
type TabMessage = Checked<typeof isVerified | typeof isClaimed | typeof isGranted>;

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
  /** Another tab verified a link that was sent to the address; `claim(id)` answers. */
  readonly onOffered: (id: string, emailAddress: string) => void;
  /** This tab is the one that continues. */
  readonly onGranted: (intermediateDigest: string) => void;
}

/**
 * Hands a sign-in from the tab that opened the magic link to a tab that waits for it. Exactly one of several
 * waiting tabs continues, because the intermediate session can be exchanged once.
 *
 * The opening tab posts `email.verified`, tabs whose step-up waits for that address may claim it with
 * `email.claimed`, and the opening tab grants the first claim with `email.granted`. A browser whose channel fails has
 * no handoff: the opening tab continues. The channel is closed on `pagehide`, because an open one keeps a page out of
 * the back/forward cache.
 */
export function createMagicLinkHandoff({
  onOffered,
  onGranted,
}: MagicLinkHandoffOptions): MagicLinkHandoff {
  const tab = crypto.randomUUID();
  let claimed: string | null = null;
  let offer: { id: string; digest: string; onClaimed: () => void } | null = null;
  let channel: BroadcastChannel | null = null;

  const receive = ({ data }: MessageEvent<unknown>) => {
    if (isVerified(data)) onOffered(data.id, data.emailAddress);
    if (isClaimed(data) && offer?.id === data.id) {
      const { digest, onClaimed } = offer;
      offer = null;
      post({ type: 'email.granted', id: data.id, tab: data.tab, intermediateDigest: digest });
      onClaimed();
    }
    if (isGranted(data) && data.tab === tab && data.id === claimed) {
      claimed = null;
      onGranted(data.intermediateDigest);
    }
  };
  const open = () => {
    try {
      channel = new BroadcastChannel(CHANNEL);
      channel.onmessage = receive;
    } catch {
      channel = null;
    }
  };
  const post = (message: TabMessage) => {
    try {
      channel?.postMessage(message);
    } catch {
      // Another tab hears nothing, and this one continues by itself.
    }
  };
  const close = () => channel?.close();
  const reopen = ({ persisted }: PageTransitionEvent) => {
    if (persisted) open();
  };
  open();
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', reopen);

  return {
    stop() {
      close();
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', reopen);
    },
    claim(id) {
      claimed = id;
      post({ type: 'email.claimed', id, tab });
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
        offer = { id, digest, onClaimed };
        post({ type: 'email.verified', id, emailAddress });
      });
    },
  };
}
