import { DatabaseUnavailable } from './failures.ts';

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets at most `limit` pieces of work of each key run at the same time, so that one organization cannot take every
 * connection. The others wait for their turn.
 *
 * @param timeout milliseconds that one waits at most
 */
export function createTurns(limit: number, timeout: number) {
  const queues = new Map<string, Queue>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running < limit) queue.running += 1;
    else await turn(queue, timeout);
    try {
      return await work();
    } finally {
      const [next] = queue.waiting;
      if (next) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}

/** Waits until another piece of work hands its place on. */
function turn({ waiting }: Queue, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(enter);
      reject(new DatabaseUnavailable('Too many requests of one organization wait.'));
    }, timeout);
    const enter = () => {
      waiting.delete(enter);
      clearTimeout(timer);
      resolve();
    };
    waiting.add(enter);
  });
}
