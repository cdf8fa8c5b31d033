import { afterAll, vi } from 'vitest';

// Files share a process. What each imports is its own all the same, and what it changes in the global object is undone.
vi.resetModules();

const before = Object.getOwnPropertyDescriptors(globalThis);

afterAll(() => {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!(key in before)) Reflect.deleteProperty(globalThis, key);
  }
  for (const [key, descriptor] of Object.entries(before)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    if (now?.value !== descriptor.value || now?.get !== descriptor.get)
      Object.defineProperty(globalThis, key, descriptor);
  }
});
