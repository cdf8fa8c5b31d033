import { UNRECOVERABLE_SESSION_ERRORS } from '../sdk/failures.ts';

/** The part of the SDK's session client that is intercepted. */
interface SessionClient<Response> {
  authenticate(options?: { session_duration_minutes?: number }): Promise<Response>;
}

interface SdkRefreshInterceptor<Response> {
  /** Sends a refresh. `minutes`: the session's new length; `null` keeps it. */
  authenticate(minutes: number | null): Promise<Response>;
}

interface PendingCall<Response> {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Replaces `client.session.authenticate`, so that only the machine refreshes the session and not also the
 * SDK's background worker. The worker's calls stay pending until the machine's next refresh settles. A
 * recoverable failure leaves them pending, because the worker would start to retry by itself.
 *
 * The machine's calls are recognized by the identity of their options object: when the session changes during
 * a request, the SDK calls the same property again with that object.
 *
 * @param session the SDK's session client, which is changed in place
 */
export function interceptSdkRefresh<Response>(
  session: SessionClient<Response>,
): SdkRefreshInterceptor<Response> {
  const authenticate = session.authenticate.bind(session);
  const ownOptions = new WeakSet<object>();
  let pending: PendingCall<Response>[] = [];

  session.authenticate = (options) => {
    if (options !== undefined && ownOptions.has(options)) return authenticate(options);
    return new Promise((resolve, reject) => {
      pending.push({ resolve, reject });
    });
  };
  const settlePending = (settle: (call: PendingCall<Response>) => void) => {
    const calls = pending;
    pending = [];
    calls.forEach(settle);
  };

  return {
    async authenticate(minutes) {
      const options = minutes === null ? {} : { session_duration_minutes: minutes };
      ownOptions.add(options);
      try {
        const response = await authenticate(options);
        settlePending(({ resolve }) => resolve(response));
        return response;
      } catch (error) {
        if (isUnrecoverable(error)) settlePending(({ reject }) => reject(error));
        throw error;
      } finally {
        ownOptions.delete(options);
      }
    },
  };
}

function isUnrecoverable(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'error_type' in error &&
    UNRECOVERABLE_SESSION_ERRORS.some((type) => type === error.error_type)
  );
}
