import { describe, expect, it, vi } from 'vitest';
import { createDirectory } from '#src/api/create-directory.ts';
import { type Directory, DirectoryError, type DirectoryProblem } from '#src/api/directory.ts';

/** Asks for the member in a tab that is still signed in or not; the provider answers each call in turn. */
async function call(isSignedIn: boolean, ...problems: (DirectoryProblem | null)[]) {
  const left = [...problems];
  const read = vi.fn(async () => {
    const problem = left.shift();
    if (problem) throw new DirectoryError(problem);
    return { name: 'Ada Lovell', hasAuthenticatorApp: false };
  });
  const checkSession = vi.fn(async () => isSignedIn);
  const loadDirectory = async () => ({ self: { read } }) as unknown as Directory;
  const result = await createDirectory({ loadDirectory, checkSession }, 'member-1')
    .self.read()
    .then(
      () => 'read',
      (error) => error.problem,
    );
  return { result, calls: read.mock.calls.length, checks: checkSession.mock.calls.length };
}

describe('a call of the directory [R23.1]', () => {
  it.each([
    ['is sent once', true, [null], 'read', 1, 0],
    ['is repeated once when the session is refused', true, ['session', null], 'read', 2, 1],
    ['is not repeated again', true, ['session', 'session'], 'session', 2, 1],
    ['is not repeated when the session has ended', false, ['session'], 'session', 1, 1],
    ['asks for the new roles when one is missing', true, ['forbidden'], 'forbidden', 1, 1],
    ['is not repeated for another problem', true, ['unreachable'], 'unreachable', 1, 0],
  ] as const)('%s', async (_, isSignedIn, problems, result, calls, checks) => {
    expect(await call(isSignedIn, ...problems)).toEqual({ result, calls, checks });
  });

  it('fails as when the provider is away while its code cannot be loaded', async () => {
    const loadDirectory = () => Promise.reject(new Error('Failed to fetch'));
    const directory = createDirectory(
      { loadDirectory, checkSession: async () => true },
      'member-1',
    );
    await expect(directory.roles()).rejects.toMatchObject({ problem: 'unreachable' });
  });

  it.each([
    ['new roles', ({ members }: Directory, id: string) => members.changeRoles(id, []), false],
    ['end everywhere', ({ members }: Directory, id: string) => members.signOut(id), true],
  ])("lets the session follow the member's own %s at once", async (_, send, isAwaited) => {
    const done = async () => ({});
    const members = { changeRoles: done, signOut: done };
    let hasChecked = false;
    const checkSession = vi.fn(async () => {
      await new Promise(setImmediate);
      hasChecked = true;
      return true;
    });
    const loadDirectory = async () => ({ members }) as unknown as Directory;
    const directory = createDirectory({ loadDirectory, checkSession }, 'member-1');
    await send(directory, 'member-2');
    expect(checkSession).not.toHaveBeenCalled();
    await send(directory, 'member-1');
    expect(checkSession).toHaveBeenCalledOnce();
    expect(hasChecked).toBe(isAwaited);
  });
});
