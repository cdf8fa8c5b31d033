import { expect, it, vi } from 'vitest';
import { deferredService } from '#src/telemetry/deferred-service.ts';

/** A service that is loaded on demand: `idle` begins, `resolve` or `reject` ends it. */
function setUp() {
  const calls: string[] = [];
  type Service = { readonly track: (name: string) => void };
  let [resolve, reject] = [(_: Service): void => undefined, (_: Error): void => undefined];
  const promise = new Promise<Service>((...settle) => {
    [resolve, reject] = settle;
  });
  const whenIdle = vi.fn<(work: () => void) => void>();
  const load = vi.fn(() => promise);
  const call = deferredService(load, whenIdle);
  return {
    calls,
    load,
    track: (name: string) => call((service) => service.track(name)),
    call,
    idle: () => whenIdle.mock.calls[0]?.[0](),
    resolve: () => resolve({ track: (name) => calls.push(name) }),
    reject,
    tick: () => new Promise<void>((done) => setImmediate(done)),
  };
}

it('loads the service when the browser is idle, and makes the kept calls in order, later ones at once', async () => {
  const { track, calls, load, idle, resolve, tick } = setUp();
  track('first');
  expect(load).not.toHaveBeenCalled();
  idle();
  track('second');
  resolve();
  await tick();
  track('third');
  expect(calls).toEqual(['first', 'second', 'third']);
});

it('drops all calls when the service cannot be loaded [R18.6]', async () => {
  const { track, calls, idle, reject, tick } = setUp();
  track('lost');
  idle();
  reject(new TypeError('Failed to fetch dynamically imported module'));
  await tick();
  track('lost, too');
  expect(calls).toEqual([]);
});

it('keeps the latest calls when there are too many, and ignores an error of the service [R18.6]', async () => {
  const { track, call, calls, idle, resolve, tick } = setUp();
  for (let index = 0; index < 500; index += 1) track(String(index));
  call(() => {
    throw new Error('of the service');
  });
  idle();
  resolve();
  await tick();
  expect([calls.length, calls.at(-1)]).toEqual([199, '499']);
});
