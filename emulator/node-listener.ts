import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Handler } from './handler.ts';
import { ConnectionDropped } from './store/faults.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A Node request listener over the handler; a dropped connection becomes a destroyed socket. */
export function createNodeListener(handler: Pick<Handler, 'fetch'>): Listener {
  return getRequestListener(
    async (request, { outgoing }) => {
      try {
        return await handler.fetch(request);
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        outgoing.destroy();
        return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
      }
    },
    { overrideGlobalObjects: false },
  );
}
