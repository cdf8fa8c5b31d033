import * as v from 'valibot';
import { SDK_PREFIX, SETTINGS_PATH, telemetryHeader } from '#machines/rules/provider-api.ts';
import { cached, getFromProvider, type Provider } from './provider.ts';

const permissionSchema = v.object({ resource_id: v.string(), actions: v.array(v.string()) });
const roleSchema = v.object({ role_id: v.string(), permissions: v.array(permissionSchema) });
const settingsSchema = v.object({
  data: v.object({ rbac_policy: v.object({ roles: v.array(roleSchema) }) }),
});

/**
 * Creates what evaluates roles against the access policy of the project, as the SDK does in the page (R16.1).
 *
 * @returns a function that rejects when the access policy was never read: nothing is permitted then
 */
export function createPermissionCheck(provider: Provider) {
  const allRoles = cached(() => readRoles(provider), provider.maxAge);
  return async (held: readonly string[], resource: string, action: string): Promise<boolean> =>
    (await allRoles())
      .filter(({ role_id }) => held.includes(role_id))
      .flatMap(({ permissions }) => permissions)
      .filter(({ resource_id }) => resource_id === resource)
      .some(({ actions }) => actions.includes(action) || actions.includes('*'));
}

/** Reads the access policy of the project's settings as the SDK does. */
async function readRoles(provider: Provider): Promise<readonly v.InferOutput<typeof roleSchema>[]> {
  const { publicToken, site } = provider;
  const path = SDK_PREFIX + SETTINGS_PATH + encodeURIComponent(publicToken);
  const settings = await getFromProvider(provider, path, {
    authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
    'x-sdk-client': telemetryHeader(new URL(site).hostname, {
      identifier: 'Charter service',
      version: '1',
    }),
    'x-sdk-parent-host': site,
    origin: site,
  });
  return v.parse(settingsSchema, settings).data.rbac_policy.roles;
}
