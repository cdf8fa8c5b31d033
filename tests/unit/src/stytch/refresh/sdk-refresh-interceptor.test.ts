import { expect, it, vi } from 'vitest';
import { interceptSdkRefresh } from '#src/stytch/refresh/sdk-refresh-interceptor.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';

type Options = { session_duration_minutes?: number };

/** The SDK's session client. Its own worker calls `session.authenticate`, the machine the result of the interceptor. */
function sdkSession() {
  const send = vi.fn(async (_options?: Options): Promise<unknown> => 'response');
  const session = { authenticate: send };
  return { send, session, authenticate: interceptSdkRefresh(session) };
}

it('sends the machine’s refresh, with or without a new length', async () => {
  const { authenticate, send } = sdkSession();
  expect([await authenticate(null), await authenticate(1440)]).toEqual(['response', 'response']);
  expect(send.mock.calls).toEqual([[{}], [{ session_duration_minutes: 1440 }]]);
});

it('sends nothing for the SDK’s worker, and never settles its calls [R11.16]', async () => {
  const { authenticate, send, session } = sdkSession();
  const settled = vi.fn();
  for (const options of [undefined, {}]) {
    session.authenticate(options).then(settled, settled);
  }
  await authenticate(null);
  await flushMicrotasks();
  expect(settled).not.toHaveBeenCalled();
  expect(send).toHaveBeenCalledTimes(1);
});

it('lets the SDK call again with the same options: it does so when the session changes meanwhile', async () => {
  const { authenticate, send, session } = sdkSession();
  send.mockImplementationOnce((options) => session.authenticate(options));
  expect(await authenticate(null)).toBe('response');
  expect(send).toHaveBeenCalledTimes(2);
});
