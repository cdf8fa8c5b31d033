import { describe, expect, it } from 'vitest';
import { deferred } from '#src/telemetry/deferred.ts';

function bench() {
  const said: string[] = [];
  const service = { say: (word: string) => said.push(word) };
  const idle: (() => void)[] = [];
  const loading = {
    resolve: (_: typeof service): void => undefined,
    reject: (_: Error): void => undefined,
  };
  const loaded = new Promise<typeof service>((resolve, reject) => {
    Object.assign(loading, { resolve, reject });
  });
  let loads = 0;
  const say = deferred(
    () => {
      loads += 1;
      return loaded;
    },
    (work) => idle.push(work),
  );
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { said, service, idle, loading, say, tick, loads: () => loads };
}

describe('a service that loads late', () => {
  it('is not asked for before the browser is idle', () => {
    const { say, loads, idle } = bench();
    say((service) => service.say('early'));
    expect(loads()).toBe(0);
    idle[0]?.();
    expect(loads()).toBe(1);
  });

  it('is told in order what was said before it came, then at once', async () => {
    const { say, said, idle, loading, service, tick } = bench();
    say((one) => one.say('first'));
    idle[0]?.();
    say((one) => one.say('second'));
    loading.resolve(service);
    await tick();
    expect(said).toEqual(['first', 'second']);
    say((one) => one.say('third'));
    expect(said).toEqual(['first', 'second', 'third']);
  });

  it('is silently off when it cannot be loaded [R18.6]', async () => {
    const { say, said, idle, loading, tick } = bench();
    say((one) => one.say('lost'));
    idle[0]?.();
    loading.reject(new TypeError('Failed to fetch dynamically imported module'));
    await tick();
    expect(() => say((one) => one.say('lost, too'))).not.toThrow();
    expect(said).toEqual([]);
  });

  it('keeps the latest when there is too much to say, and survives what it throws', async () => {
    const { say, said, idle, loading, service, tick } = bench();
    for (let index = 0; index < 500; index += 1) say((one) => one.say(String(index)));
    say(() => {
      throw new Error('of the service');
    });
    idle[0]?.();
    loading.resolve(service);
    await tick();
    expect(said.length).toBe(199);
    expect(said.at(-1)).toBe('499');
  });
});
