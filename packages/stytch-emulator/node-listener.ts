import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Handler } from './handler.ts';
import { ConnectionDropped } from './store/faults.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Creates a Node request listener for the handler. It destroys the socket when a fault drops the connection. */
export function createNodeListener({ fetch }: Handler): Listener {
  return getRequestListener(
    async (request, { outgoing }) => {
      try {
        return await fetch(request);
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        outgoing.destroy();
        return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
      }
    },
    { overrideGlobalObjects: false },
  );
}
