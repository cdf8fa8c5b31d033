import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from 'vitest/node';

type Listener = (message: unknown) => void;

/**
 * A pool of one thread that outlives its runs, so that the libraries stay loaded and compiled while only what
 * may be mutated, and what tests it, is evaluated anew for each mutant.
 *
 * A run that is filtered by name has a thread of its own, because a filter is a thread's for life.
 */
export function warmPool(root: string) {
  const evaluatedAnew = ['machines', 'tests'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, room, file)),
  );
  let kept: ThreadsPoolWorker | null = null;

  function createPoolWorker(options: PoolOptions): PoolWorker {
    if (options.project.config.testNamePattern) return new ThreadsPoolWorker(options);
    const begun = kept !== null;
    kept ??= new ThreadsPoolWorker(options);
    const thread = kept;
    const listeners = new Set<Listener>();
    const pretend = (type: string) =>
      queueMicrotask(() => {
        for (const listen of listeners) listen({ __vitest_worker_response__: true, type });
      });
    return {
      name: 'warm',
      on: (event, callback) => {
        thread.on(event, callback);
        if (event === 'message') listeners.add(callback);
      },
      off: (event, callback) => {
        thread.off(event, callback);
        if (event === 'message') listeners.delete(callback);
      },
      send: (message: WorkerRequest) => {
        if (message.type === 'stop') pretend('stopped');
        else if (message.type === 'start' && begun) pretend('started');
        else if (message.type === 'run') {
          const invalidates = [...(message.context.invalidates ?? []), ...evaluatedAnew];
          thread.send({ ...message, context: { ...message.context, invalidates } });
        } else thread.send(message);
      },
      start: async () => {
        if (!begun) await thread.start();
      },
      stop: async () => undefined,
      deserialize: (data) => data,
    };
  }
  return { name: 'warm', createPoolWorker };
}
