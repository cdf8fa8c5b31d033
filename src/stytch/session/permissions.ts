import type { SdkClient } from '../sdk/sdk-adapter.ts';
import type { SettingsHolder } from '../sdk/settings-holder.ts';

export interface PermissionSource extends Pick<SdkClient, 'rbac'> {
  readonly settingsHolder: SettingsHolder;
}

/**
 * Creates the check of what the session's roles permit under the provider's access policy (R16.1). The SDK checks by
 * the policy of an earlier visit until it has fetched the present one. Without one it denies everything, which a page
 * must be able to distinguish (R16.2). Only the member pages load it.
 */
export function createPermissions({ rbac, settingsHolder }: PermissionSource) {
  return {
    isPermitted: (resource: string, action: string): boolean =>
      rbac.isAuthorizedSync(resource, action),
    /** Resolves to whether there is an access policy, once the SDK has read it. */
    isKnown: settingsHolder.settings.then(async (settings) => {
      await rbac.allPermissions();
      return settings?.hasAccessPolicy === true;
    }),
  };
}
