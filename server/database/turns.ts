import { DatabaseUnavailable } from './failures.ts';

interface Lane {
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
  const lanes = new Map<string, Lane>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set() };
    lanes.set(key, lane);
    if (lane.running < limit) lane.running += 1;
    else await turn(lane, timeout);
    try {
      return await work();
    } finally {
      const [next] = lane.waiting;
      if (next) next();
      else if (--lane.running === 0) lanes.delete(key);
    }
  };
}

/** Waits until another piece of work hands its place on. */
function turn({ waiting }: Lane, timeout: number): Promise<void> {
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
