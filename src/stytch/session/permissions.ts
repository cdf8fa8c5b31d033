import type { Bootstrap } from '../sdk/bootstrap.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';

/** `unknown`: the access policy could not be fetched. `undefined`: it does not define the resource. */
type Permission = 'allowed' | 'denied' | 'unknown' | 'undefined';

export interface Permissions {
  /** Checks against the policy that is loaded now, or was cached on an earlier visit. */
  checkSync(resource: string, action: string): Permission;
  /** Checks after the policy was fetched. Without one nothing is allowed, whatever was cached (R16.2). */
  check(resource: string, action: string): Promise<Permission>;
}

export interface PermissionSource extends Pick<SdkClient, 'rbac'> {
  readonly bootstrap: Bootstrap;
}

/**
 * Checks what the session's roles permit under the provider's access policy (R16.1). Without a policy the SDK
 * denies everything, which a page must be able to distinguish. Only the member pages load it.
 */
export function createPermissions({ rbac, bootstrap }: PermissionSource): Permissions {
  const toPermission = (isAllowed: boolean, resource: string): Permission => {
    if (isAllowed) return 'allowed';
    const resources = bootstrap.current()?.policyResources ?? null;
    if (resources === null) return 'unknown';
    return resources.includes(resource) ? 'denied' : 'undefined';
  };
  return {
    checkSync: (resource, action) =>
      toPermission(rbac.isAuthorizedSync(resource, action), resource),
    async check(resource, action) {
      const settings = await bootstrap.settings;
      if (settings === null || settings.policyResources === null) return 'unknown';
      return toPermission(await rbac.isAuthorized(resource, action), resource);
    },
  };
}
