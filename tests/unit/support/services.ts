import { vi } from 'vitest';
import type { Services } from '#src/app/shell/services-context.tsx';

/** Services for a page that uses none of them, or only those that a test replaces. */
export function testServices(): Services {
  return {
    hadSessionAtStart: false,
    saveRedirect: vi.fn(),
    sessionJwt: () => '',
    memberName: () => '',
    checkSession: async () => false,
    loadDirectory: () => Promise.reject(new Error('A page without a directory.')),
    permissions: { isPermitted: () => false, isKnown: Promise.resolve(false) },
    savedReads: { take: () => ({}), write: vi.fn(), remove: vi.fn() },
    build: { version: '', id: '', emulated: true },
    probe: vi.fn(),
  };
}
