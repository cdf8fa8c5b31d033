import { describe, expect, it } from 'vitest';
import { deferredService } from '#src/telemetry/deferred-service.ts';

function setUp() {
  const calls: string[] = [];
  const service = { track: (name: string) => calls.push(name) };
  const idle: (() => void)[] = [];
  const loading = {
    resolve: (_: typeof service): void => undefined,
    reject: (_: Error): void => undefined,
  };
  const loaded = new Promise<typeof service>((resolve, reject) => {
    Object.assign(loading, { resolve, reject });
  });
  let loads = 0;
  const call = deferredService(
    () => {
      loads += 1;
      return loaded;
    },
    (work) => idle.push(work),
  );
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { calls, service, idle, loading, call, tick, loads: () => loads };
}

describe('deferredService', () => {
  it('does not load the service before the browser is idle', () => {
    const { call, loads, idle } = setUp();
    call((service) => service.track('early'));
    expect(loads()).toBe(0);
    idle[0]?.();
    expect(loads()).toBe(1);
  });

  it('makes the kept calls in order once the service has loaded, and later calls at once', async () => {
    const { call, calls, idle, loading, service, tick } = setUp();
    call((service) => service.track('first'));
    idle[0]?.();
    call((service) => service.track('second'));
    loading.resolve(service);
    await tick();
    expect(calls).toEqual(['first', 'second']);
    call((service) => service.track('third'));
    expect(calls).toEqual(['first', 'second', 'third']);
  });

  it('drops all calls when the service cannot be loaded [R18.6]', async () => {
    const { call, calls, idle, loading, tick } = setUp();
    call((service) => service.track('lost'));
    idle[0]?.();
    loading.reject(new TypeError('Failed to fetch dynamically imported module'));
    await tick();
    expect(() => call((service) => service.track('lost, too'))).not.toThrow();
    expect(calls).toEqual([]);
  });

  it('keeps the latest calls when there are too many, and ignores an error of the service', async () => {
    const { call, calls, idle, loading, service, tick } = setUp();
    for (let index = 0; index < 500; index += 1) call((service) => service.track(String(index)));
    call(() => {
      throw new Error('of the service');
    });
    idle[0]?.();
    loading.resolve(service);
    await tick();
    expect(calls.length).toBe(199);
    expect(calls.at(-1)).toBe('499');
  });
});
