import { once, setMaxListeners } from 'node:events';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Database } from '../database/database.ts';
import type { Identity } from '../identity/identity.ts';
import { Problem } from './problem.ts';
import type { RequestContext } from './request-context.ts';

/** Milliseconds between two comments that keep proxies from ending a quiet stream. */
const KEEP_ALIVE = 20_000;

/** How many streams one member may have open in this process. */
const STREAMS_PER_MEMBER = 12;

/** A change makes every page read: not all at once, but within so many milliseconds; and several changes as one. */
const SPREAD = 500;

interface ChangesSettings {
  readonly database: Promise<Pick<Database, 'changes'>>;
  readonly isPermitted: Identity['isPermitted'];
  /** Which resource's read permission lets a member hear of changes to each table. */
  readonly tables: Readonly<Record<string, string>>;
  /** Returns this machine's time in epoch milliseconds. */
  readonly now: () => number;
  readonly stopping: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Streams the names of the tables that change in the member's organization, and that the member may read; `*` when any
 * of them may have changed. It ends with the JWT that it was opened with, or when the service stops.
 */
export function changesRoute(settings: ChangesSettings) {
  const { database, isPermitted, tables, now, stopping, log } = settings;
  // Each open stream listens.
  setMaxListeners(0, stopping);
  const open = new Map<string, number>();
  const count = (memberId: string, change: number) => {
    const streams = (open.get(memberId) ?? 0) + change;
    if (streams === 0) open.delete(memberId);
    else open.set(memberId, streams);
  };
  return new Hono<RequestContext>().get('/', async (context) => {
    const { organizationId, memberId, roles, jwtExpiresAt } = context.var.member;
    const { requestId } = context.var;
    const { changes } = await database;
    const readable = new Set<string>();
    for (const [table, resource] of Object.entries(tables)) {
      if (await isPermitted(roles, resource, 'read')) readable.add(table);
    }
    if (stopping.aborted) throw new Problem(503, 'The service is stopping.');
    if ((open.get(memberId) ?? 0) >= STREAMS_PER_MEMBER) {
      throw new Problem(429, 'This member has too many streams open.');
    }
    count(memberId, 1);
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, async (stream) => {
      const began = performance.now();
      const send = (data: string) => void stream.writeSSE({ data }).catch(() => undefined);
      const waiting = new Map<string, NodeJS.Timeout>();
      const announce = (table: string | null) => {
        const name = table ?? '*';
        if (waiting.has(name) || (table === null ? readable.size === 0 : !readable.has(table)))
          return;
        const later = () => {
          waiting.delete(name);
          send(name);
        };
        waiting.set(name, setTimeout(later, Math.random() * SPREAD));
      };
      const unsubscribe = changes.subscribe(organizationId, announce);
      const keepAlive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE);
      const ended = new AbortController();
      const end = () => ended.abort();
      const expiry = setTimeout(end, jwtExpiresAt - now());
      stopping.addEventListener('abort', end);
      stream.onAbort(end);
      send('');
      if (!stopping.aborted && !stream.aborted) await once(ended.signal, 'abort');
      stopping.removeEventListener('abort', end);
      for (const timer of [expiry, keepAlive, ...waiting.values()]) clearTimeout(timer);
      unsubscribe();
      count(memberId, -1);
      const seconds = Math.round((performance.now() - began) / 1_000);
      log(JSON.stringify({ time: new Date().toISOString(), requestId, streamEnded: seconds }));
    });
  });
}
