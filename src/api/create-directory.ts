import { type Directory, DirectoryError } from './directory.ts';

/** What the provider's directory needs of the app. */
export interface DirectoryServices {
  /**
   * Loads the calls, which are sent with the session of this member only: in another tab, somebody else may sign in.
   * Rejects when their code cannot be loaded.
   */
  readonly loadDirectory: (memberId: string) => Promise<Directory>;
  /** Asks the provider once whether the session still exists. Resolves to whether the member is still signed in. */
  readonly checkSession: () => Promise<boolean>;
}

/**
 * Creates the directory of a page. When the provider refuses the session, it is checked and the call repeated, once;
 * after a refusal by the roles, the session brings the new ones.
 */
export function createDirectory(
  { loadDirectory, checkSession }: DirectoryServices,
  memberId: string,
): Directory {
  const problemOf = (error: unknown) =>
    error instanceof DirectoryError ? error.problem : undefined;
  const run = async <Result>(call: (directory: Directory) => Promise<Result>): Promise<Result> => {
    const directory = await loadDirectory(memberId).catch(() => {
      throw new DirectoryError('unreachable');
    });
    try {
      return await call(directory);
    } catch (error) {
      if (problemOf(error) === 'session' && (await checkSession())) return call(directory);
      if (problemOf(error) === 'forbidden') void checkSession();
      throw error;
    }
  };
  return {
    roles: () => run((directory) => directory.roles()),
    members: {
      search: (query) => run(({ members }) => members.search(query)),
      invite: (email, roles) => run(({ members }) => members.invite(email, roles)),
      async changeRoles(id, roles) {
        const changed = await run(({ members }) => members.changeRoles(id, roles));
        // The session brings the member's own new roles.
        if (id === memberId) void checkSession();
        return changed;
      },
      remove: (id) => run(({ members }) => members.remove(id)),
      reactivate: (id) => run(({ members }) => members.reactivate(id)),
      async signOut(id) {
        await run(({ members }) => members.signOut(id));
        // The member's own session has ended, too: this tab finds out before the call resolves.
        if (id === memberId) await checkSession();
      },
    },
    self: {
      read: () => run(({ self }) => self.read()),
      rename: (name) => run(({ self }) => self.rename(name)),
      enrol: () => run(({ self }) => self.enrol()),
      verify: (code) => run(({ self }) => self.verify(code)),
      removeAuthenticatorApp: () => run(({ self }) => self.removeAuthenticatorApp()),
      readRecoveryCodes: () => run(({ self }) => self.readRecoveryCodes()),
      renewRecoveryCodes: () => run(({ self }) => self.renewRecoveryCodes()),
    },
  };
}
