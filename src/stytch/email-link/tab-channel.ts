import { type Check, type Checked, isRecord, matching, recordOf } from '#machines/rules/checks.ts';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';

const CHANNEL = 'auth';
const STORAGE_KEY = 'auth_message';

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
export type TabMessage = Checked<typeof isVerified | typeof isClaimed | typeof isGranted>;

type Listener = (message: TabMessage) => void;

export interface TabChannel {
  post(message: TabMessage): void;
  /** Listens to the messages of other tabs. Returns a function that stops listening. */
  listen(listener: Listener): () => void;
}

/**
 * Connects the tabs of this browser by a `BroadcastChannel`, or by `storage` events where there is none. The
 * channel is closed on `pagehide`, because an open one keeps a page out of the back/forward cache.
 */
export function createTabChannel(): TabChannel {
  const listeners = new Set<Listener>();
  const receive = (data: unknown) => {
    if (!isVerified(data) && !isClaimed(data) && !isGranted(data)) return;
    for (const listener of listeners) listener(data);
  };
  const listen = (listener: Listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  if (typeof BroadcastChannel === 'undefined') {
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === STORAGE_KEY) receive(readEnvelope(newValue));
    });
    return { listen, post: postByStorage };
  }
  let channel = openChannel(receive);
  window.addEventListener('pagehide', () => channel.close());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) channel = openChannel(receive);
  });
  return { listen, post: (message) => channel.postMessage(message) };
}

function openChannel(receive: (data: unknown) => void): BroadcastChannel {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => receive(data));
  return channel;
}

/** The event carries the value, so it need not stay. The nonce makes equal messages different values. */
function postByStorage(message: TabMessage): void {
  const envelope = JSON.stringify({ nonce: crypto.randomUUID(), message });
  safeLocalStorage.write(STORAGE_KEY, envelope);
  safeLocalStorage.remove(STORAGE_KEY);
}

function readEnvelope(text: string | null): unknown {
  const envelope = parseJson(text);
  return isRecord(envelope) ? envelope.message : null;
}
