import { beforeEach, expect, it, vi } from 'vitest';
import { deferredService } from '#src/telemetry/deferred-service.ts';

const calls: string[] = [];
const service = { track: (name: string) => calls.push(name) };
const settle = () => new Promise<void>((done) => setImmediate(done));

beforeEach(() => {
  calls.length = 0;
});

/** Defers the calls of a service until the browser is idle. */
function defer(load: () => Promise<typeof service>) {
  let idle = () => {};
  const call = deferredService(load, (work) => {
    idle = work;
  });
  return { call, idle: () => idle(), track: (name: string) => call((each) => each.track(name)) };
}

it('loads the service when the browser is idle, and makes the kept calls in order, later ones at once', async () => {
  const load = vi.fn(async () => service);
  const { track, idle } = defer(load);
  track('first');
  expect(load).not.toHaveBeenCalled();
  idle();
  track('second');
  await settle();
  track('third');
  expect(calls).toEqual(['first', 'second', 'third']);
});

it('drops all calls when the service cannot be loaded [R18.6]', async () => {
  const { track, idle } = defer(() => Promise.reject(new TypeError('Failed to fetch')));
  track('lost');
  idle();
  await settle();
  track('lost, too');
  expect(calls).toEqual([]);
});

it('keeps the latest calls when there are too many, and ignores an error of the service [R18.6]', async () => {
  const { track, call, idle } = defer(async () => service);
  for (let index = 0; index < 500; index += 1) track(String(index));
  call(() => {
    throw new Error('of the service');
  });
  idle();
  await settle();
  expect([calls.length, calls.at(-1)]).toEqual([199, '499']);
});
