/** Waits until pending promises have settled, without advancing timers. */
export async function flushMicrotasks(): Promise<void> {
  for (let index = 0; index < 50; index += 1) await Promise.resolve();
}
