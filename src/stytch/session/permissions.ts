import type { Settings } from '../sdk/raw-settings.ts';
import type { SdkClient } from '../sdk/sdk-adapter.ts';

export interface PermissionSource extends Pick<SdkClient, 'rbac'> {
  readonly settings: Promise<Settings | null>;
}

/**
 * Creates the check of what the session's roles permit under the provider's access policy (R16.1). The SDK checks by
 * the policy of an earlier visit until it has fetched the present one. Without one it denies everything, which a page
 * must be able to distinguish (R16.2). Only the member pages load it.
 */
export function createPermissions({ rbac, settings }: PermissionSource) {
  return {
    isPermitted: (resource: string, action: string): boolean =>
      rbac.isAuthorizedSync(resource, action),
    /** Resolves to whether there is an access policy, once the SDK has read it. */
    isKnown: settings.then(async (known) => {
      await rbac.allPermissions();
      return known?.hasAccessPolicy === true;
    }),
  };
}
