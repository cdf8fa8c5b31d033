import { expect, it } from 'vitest';
import { deferredService } from '#src/telemetry/deferred-service.ts';

const settle = () => new Promise<void>((done) => setImmediate(done));

/** Calls a service before and after the browser is idle, and returns the calls that it got by then and in the end. */
async function callsOf(load: () => Promise<unknown>): Promise<readonly [string[], string[]]> {
  const calls: string[] = [];
  let idle = () => {};
  const call = deferredService(load, (work) => {
    idle = work;
  });
  for (const name of ['first', 'second']) {
    call(() => {
      calls.push(name);
      throw new Error('of the service');
    });
  }
  await settle();
  const early = [...calls];
  idle();
  await settle();
  call(() => calls.push('third'));
  await settle();
  return [early, calls];
}

it('makes the calls in order once the service has loaded, which an error does not stop, and none without it [R1.18, R18.6]', async () => {
  expect(await callsOf(async () => 'loaded')).toEqual([[], ['first', 'second', 'third']]);
  expect(await callsOf(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual([[], []]);
});
