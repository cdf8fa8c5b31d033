import { expect, it, vi } from 'vitest';
import { deferredService } from '#src/telemetry/deferred-service.ts';

function setUp() {
  const calls: string[] = [];
  const service = { track: (name: string) => calls.push(name) };
  const whenIdle = vi.fn<(work: () => void) => void>();
  const loading = {
    resolve: (_: typeof service): void => undefined,
    reject: (_: Error): void => undefined,
  };
  const load = vi.fn(
    () =>
      new Promise<typeof service>((resolve, reject) => {
        Object.assign(loading, { resolve, reject });
      }),
  );
  const call = deferredService(load, whenIdle);
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { calls, service, load, loading, call, tick, idle: () => whenIdle.mock.calls[0]?.[0]() };
}

it('loads the service when the browser is idle, and makes the kept calls in order, later ones at once', async () => {
  const { call, calls, load, idle, loading, service, tick } = setUp();
  call(({ track }) => track('first'));
  expect(load).not.toHaveBeenCalled();
  idle();
  call(({ track }) => track('second'));
  loading.resolve(service);
  await tick();
  expect(calls).toEqual(['first', 'second']);
  call(({ track }) => track('third'));
  expect(calls).toEqual(['first', 'second', 'third']);
  expect(load).toHaveBeenCalledTimes(1);
});

it('drops all calls when the service cannot be loaded [R18.6]', async () => {
  const { call, calls, idle, loading, tick } = setUp();
  call(({ track }) => track('lost'));
  idle();
  loading.reject(new TypeError('Failed to fetch dynamically imported module'));
  await tick();
  expect(() => call(({ track }) => track('lost, too'))).not.toThrow();
  expect(calls).toEqual([]);
});

it('keeps the latest calls when there are too many, and ignores an error of the service', async () => {
  const { call, calls, idle, loading, service, tick } = setUp();
  for (let index = 0; index < 500; index += 1) call(({ track }) => track(String(index)));
  call(() => {
    throw new Error('of the service');
  });
  idle();
  loading.resolve(service);
  await tick();
  expect([calls.length, calls.at(-1)]).toEqual([199, '499']);
});
