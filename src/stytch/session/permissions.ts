import type { Bootstrap } from '../sdk/bootstrap.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';

/** `unknown`: the access policy could not be fetched. */
type Permission = 'allowed' | 'denied' | 'unknown';

export interface Permissions {
  /** Checks against the policy that is loaded now, or was cached on an earlier visit. */
  checkSync(resource: string, action: string): Permission;
  /** Checks after the policy was fetched, or could not be fetched. */
  check(resource: string, action: string): Promise<Permission>;
}

/**
 * Checks what the session's roles permit under the provider's access policy (R16.1). Without a policy the SDK
 * denies everything, which a page must be able to distinguish.
 */
export function createPermissions({ rbac }: SdkClient, bootstrap: Bootstrap): Permissions {
  const toPermission = (isAllowed: boolean, hasPolicy: boolean): Permission => {
    if (isAllowed) return 'allowed';
    return hasPolicy ? 'denied' : 'unknown';
  };
  return {
    checkSync: (resource, action) =>
      toPermission(
        rbac.isAuthorizedSync(resource, action),
        bootstrap.current()?.hasPolicy === true,
      ),
    async check(resource, action) {
      const settings = await bootstrap.settings;
      if (settings?.hasPolicy !== true) return this.checkSync(resource, action);
      return toPermission(await rbac.isAuthorized(resource, action), true);
    },
  };
}
