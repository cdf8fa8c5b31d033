import type { Store } from '../store/store.ts';

/** Returns a stream of server-sent events, one for each store event, until the client disconnects. */
export function eventStream(store: Store, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      send(': listening\n\n');
      const unsubscribe = store.subscribe((event) =>
        send(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`),
      );
      stop = () => {
        unsubscribe();
        signal.removeEventListener('abort', close);
      };
      const close = () => {
        stop();
        controller.close();
      };
      signal.addEventListener('abort', close);
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
