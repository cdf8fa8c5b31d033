import type { Bootstrap } from '../sdk/bootstrap.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';

/** `unknown`: no access policy was fetched, which is not the same as being denied. */
type Permission = 'allowed' | 'denied' | 'unknown';

export interface Permissions {
  /** What is known at once, from the policy of this or an earlier visit. */
  checkSync(resource: string, action: string): Permission;
  /** The same once the policy was fetched, or could not be. */
  check(resource: string, action: string): Promise<Permission>;
}

/**
 * What the session's roles permit, by the provider's access policy (R16.1).
 * Without a policy the SDK says no to everything; a page must be able to tell that apart.
 */
export function createPermissions({ rbac }: SdkClient, bootstrap: Bootstrap): Permissions {
  const judged = (allowed: boolean, known: boolean): Permission => {
    if (allowed) return 'allowed';
    return known ? 'denied' : 'unknown';
  };
  return {
    checkSync: (resource, action) =>
      judged(rbac.isAuthorizedSync(resource, action), bootstrap.current()?.hasPolicy === true),
    async check(resource, action) {
      const settings = await bootstrap.settings;
      if (settings?.hasPolicy !== true) return this.checkSync(resource, action);
      return judged(await rbac.isAuthorized(resource, action), true);
    },
  };
}
