import type { SdkClient } from '../sdk/sdk-adapter.ts';

/**
 * Replaces `client.session.authenticate`, so that only the machine refreshes the session and not also the
 * SDK's background worker. The worker's calls stay pending: a settled one would make it send the next one.
 *
 * The machine's calls are recognized by the identity of their options object: when the session changes during
 * a request, the SDK calls the same property again with that object.
 *
 * @param session the SDK's session client, which is changed in place
 * @returns sends a refresh; `minutes` is the session's new length, `null` keeps it
 */
export function interceptSdkRefresh(session: SdkClient['session']) {
  const authenticate = session.authenticate.bind(session);
  const ownOptions = new WeakSet<object>();
  session.authenticate = (options) =>
    options !== undefined && ownOptions.has(options)
      ? authenticate(options)
      : new Promise(() => undefined);
  return (minutes: number | null): Promise<unknown> => {
    const options = minutes === null ? {} : { session_duration_minutes: minutes };
    ownOptions.add(options);
    return authenticate(options);
  };
}
