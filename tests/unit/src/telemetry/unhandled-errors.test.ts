// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { onUnhandledError } from '#src/telemetry/unhandled-errors.ts';

it('delivers the first twenty errors from before it is listened to, once and in order, then each [R18.4]', () => {
  const fail = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
  for (let index = 0; index < 25; index += 1) fail(index);
  const heard: unknown[] = [];
  onUnhandledError(({ error }) => heard.push(error));
  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => index));
  fail('later');
  fail(null);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'rejected' }));
  expect(heard.slice(20)).toEqual(['later', 'rejected']);
});
