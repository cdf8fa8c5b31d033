import * as v from 'valibot';
import { SDK_PREFIX, SETTINGS_PATH, telemetryHeader } from '#machines/rules/provider-api.ts';
import { getFromProvider, type Provider } from './provider.ts';

const permissionSchema = v.object({ resource_id: v.string(), actions: v.array(v.string()) });
const roleSchema = v.object({ role_id: v.string(), permissions: v.array(permissionSchema) });
const settingsSchema = v.object({
  data: v.object({ rbac_policy: v.object({ roles: v.array(roleSchema) }) }),
});

/** The roles of the project, with what each permits. */
export type AccessPolicy = readonly v.InferOutput<typeof roleSchema>[];

/** Evaluates roles against the access policy of the project, as the SDK does in the page (R16.1). */
export function isPermitted(
  policy: AccessPolicy,
  held: readonly string[],
  resource: string,
  action: string,
): boolean {
  return policy
    .filter(({ role_id }) => held.includes(role_id))
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .some(({ actions }) => actions.includes(action) || actions.includes('*'));
}

/** Reads the access policy from the project's settings as the SDK does. */
export async function readAccessPolicy(provider: Provider): Promise<AccessPolicy> {
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
  return v.parse(settingsSchema, await settings.json()).data.rbac_policy.roles;
}
