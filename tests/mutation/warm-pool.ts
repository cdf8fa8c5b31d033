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
 * Creates a pool of one thread that is kept between runs. The libraries stay loaded and compiled, and only the
 * mutated modules and their tests are evaluated again for each mutant.
 *
 * A run that is filtered by name gets a new thread, because a thread keeps its filter.
 */
export function warmPool(root: string) {
  const reevaluated = ['machines', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, folder, file)),
  );
  let shared: ThreadsPoolWorker | null = null;

  function createPoolWorker(options: PoolOptions): PoolWorker {
    if (options.project.config.testNamePattern) return new ThreadsPoolWorker(options);
    const isRunning = shared !== null;
    shared ??= new ThreadsPoolWorker(options);
    const thread = shared;
    const listeners = new Set<Listener>();
    const emulateResponse = (type: string) =>
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
        if (message.type === 'stop') emulateResponse('stopped');
        else if (message.type === 'start' && isRunning) emulateResponse('started');
        else if (message.type === 'run') {
          const invalidates = [...(message.context.invalidates ?? []), ...reevaluated];
          thread.send({ ...message, context: { ...message.context, invalidates } });
        } else thread.send(message);
      },
      start: async () => {
        if (!isRunning) await thread.start();
      },
      stop: async () => undefined,
      deserialize: (data) => data,
    };
  }
  return { name: 'warm', createPoolWorker };
}
