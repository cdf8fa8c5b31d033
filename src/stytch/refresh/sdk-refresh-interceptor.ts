import { UNRECOVERABLE } from '../sdk/errors.ts';

/** The SDK's session client, as far as the door sees it. */
interface SessionClient<Answer> {
  authenticate(options?: { session_duration_minutes?: number }): Promise<Answer>;
}

interface SdkRefreshInterceptor<Answer> {
  /** Asks the provider. `minutes`: the session's new length; `null` leaves it as it is. */
  authenticate(minutes: number | null): Promise<Answer>;
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one door to `client.session.authenticate`. The SDK's worker and the product's machine would both
 * refresh the session; behind this door only the machine does, and the worker gets the machine's next
 * result. A recoverable failure is no result: the worker would start to retry by itself.
 *
 * The machine's own options object is let through by identity, for the SDK comes back through the same
 * property with that very object when the session changed while it was asking.
 */
export function interceptSdkRefresh<Answer>(
  session: SessionClient<Answer>,
): SdkRefreshInterceptor<Answer> {
  const authenticate = session.authenticate.bind(session);
  const own = new WeakSet<object>();
  let waiting: Waiting<Answer>[] = [];

  session.authenticate = (options) => {
    if (options !== undefined && own.has(options)) return authenticate(options);
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
  };
  const settle = (tell: (caller: Waiting<Answer>) => void) => {
    const callers = waiting;
    waiting = [];
    callers.forEach(tell);
  };

  return {
    async authenticate(minutes) {
      const options = minutes === null ? {} : { session_duration_minutes: minutes };
      own.add(options);
      try {
        const answer = await authenticate(options);
        settle(({ resolve }) => resolve(answer));
        return answer;
      } catch (error) {
        if (isUnrecoverable(error)) settle(({ reject }) => reject(error));
        throw error;
      } finally {
        own.delete(options);
      }
    },
  };
}

function isUnrecoverable(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'error_type' in error &&
    UNRECOVERABLE.some((type) => type === error.error_type)
  );
}
