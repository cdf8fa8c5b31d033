import * as v from 'valibot';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { parseJson } from '../sdk/json.ts';

const CHANNEL = 'auth';
const STORAGE_KEY = 'auth_message';

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64));

const messageSchema = v.variant('type', [
  /** A link mailed to an address was verified; does a tab go on with it? */
  v.object({
    type: v.literal('email.verified'),
    id,
    emailAddress: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  }),
  /** This tab was waiting for it. */
  v.object({ type: v.literal('email.claimed'), id, tab: id }),
  /** The first tab that claimed it is to go on. */
  v.object({ type: v.literal('email.granted'), id, tab: id }),
]);

/** What the tabs of a browser tell each other. Nothing in it is secret, and none of it is trusted. */
export type TabMessage = v.InferOutput<typeof messageSchema>;

export interface TabChannel {
  post(message: TabMessage): void;
  /** Hears what other tabs post, never its own. Returns what ends it. */
  listen(heard: (message: TabMessage) => void): () => void;
}

/**
 * The line between the tabs of this browser: a broadcast channel, or the `storage` event where there is
 * none. The channel is closed while the page may go into the back/forward cache, which it would keep it out
 * of.
 */
export function createTabChannel(): TabChannel {
  const listeners = new Set<(message: TabMessage) => void>();
  const hear = (value: unknown) => {
    const parsed = v.safeParse(messageSchema, value);
    if (parsed.success) for (const listener of listeners) listener(parsed.output);
  };
  const listen = (heard: (message: TabMessage) => void) => {
    listeners.add(heard);
    return () => {
      listeners.delete(heard);
    };
  };
  if (typeof BroadcastChannel === 'undefined') {
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === STORAGE_KEY)
        hear(v.is(envelopeSchema, parseJson(newValue)) ? readEnvelope(newValue) : null);
    });
    return { listen, post: postByStorage };
  }
  let channel = openChannel(hear);
  window.addEventListener('pagehide', () => channel.close());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) channel = openChannel(hear);
  });
  return { listen, post: (message) => channel.postMessage(message) };
}

function openChannel(hear: (value: unknown) => void): BroadcastChannel {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => hear(data));
  return channel;
}

const envelopeSchema = v.object({ nonce: v.string(), message: v.unknown() });

/** The other tabs are told of the value as it was written; nothing of it is to stay. */
function postByStorage(message: TabMessage): void {
  safeLocalStorage.write(STORAGE_KEY, envelope(message));
  safeLocalStorage.remove(STORAGE_KEY);
}

/** The same message twice would change nothing, and then no tab would hear of it. */
function envelope(message: TabMessage): string {
  return JSON.stringify({ nonce: crypto.randomUUID(), message });
}

function readEnvelope(text: string | null): unknown {
  const parsed = v.safeParse(envelopeSchema, parseJson(text));
  return parsed.success ? parsed.output.message : null;
}
