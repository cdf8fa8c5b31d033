// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { confirmed } from '#src/stytch/session/confirmed-session.ts';

it('a page that a newer one of its tab replaces confirms no session [R22.4, R22.16]', () => {
  const isLeaving = vi.fn(() => true);
  vi.stubGlobal('documentStart', { isLeaving });
  confirmed.writeSession('session-of-nobody');
  confirmed.writeIntermediate('digest-of-nobody');
  expect([confirmed.readSession(), confirmed.readIntermediate()]).toEqual([null, null]);
  isLeaving.mockReturnValue(false);
  confirmed.writeSession('session-of-ada');
  expect(confirmed.readSession()).toBe('session-of-ada');
  vi.unstubAllGlobals();
});
