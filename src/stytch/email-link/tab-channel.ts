import * as v from 'valibot';
import { parseJson, safeLocalStorage } from '../../storage/web-storage.ts';

const CHANNEL = 'auth';
const STORAGE_KEY = 'auth_message';

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));

const messageSchema = v.variant('type', [
  /** A link sent to an address was verified, and any waiting tab may claim the sign-in. */
  v.object({
    type: v.literal('email.verified'),
    id,
    emailAddress: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  }),
  /** A tab claims the sign-in. */
  v.object({ type: v.literal('email.claimed'), id, tab: id }),
  /** The claim of a tab is granted. */
  v.object({ type: v.literal('email.granted'), id, tab: id, intermediateDigest: id }),
]);

/** A message between the tabs of a browser. It contains no secret, and receivers do not trust it. */
export type TabMessage = v.InferOutput<typeof messageSchema>;

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
    const parsed = v.safeParse(messageSchema, data);
    if (parsed.success) for (const listener of listeners) listener(parsed.output);
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

const envelopeSchema = v.object({ nonce: v.string(), message: v.unknown() });

/** The event carries the value, so it need not stay. The nonce makes equal messages different values. */
function postByStorage(message: TabMessage): void {
  const envelope = JSON.stringify({ nonce: crypto.randomUUID(), message });
  safeLocalStorage.write(STORAGE_KEY, envelope);
  safeLocalStorage.remove(STORAGE_KEY);
}

function readEnvelope(text: string | null): unknown {
  const parsed = v.safeParse(envelopeSchema, parseJson(text));
  return parsed.success ? parsed.output.message : null;
}
