import * as v from 'valibot';
import { getFromProvider, keepLast, type Provider } from './provider.ts';

const settingsSchema = v.object({
  data: v.object({
    rbac_policy: v.object({
      roles: v.array(
        v.object({
          role_id: v.string(),
          permissions: v.array(v.object({ resource_id: v.string(), actions: v.array(v.string()) })),
        }),
      ),
    }),
  }),
});

type AccessPolicy = v.InferOutput<typeof settingsSchema>['data']['rbac_policy'];

/** Whether roles permit an action on a resource, as the SDK evaluates it in the page (R16.1). */
function isPermitted(
  { roles }: AccessPolicy,
  heldRoles: readonly string[],
  resource: string,
  action: string,
): boolean {
  return roles
    .filter(({ role_id }) => heldRoles.includes(role_id))
    .flatMap(({ permissions }) => permissions)
    .filter(({ resource_id }) => resource_id === resource)
    .some(({ actions }) => actions.includes(action) || actions.includes('*'));
}

/**
 * Creates what evaluates roles against the access policy of the project.
 *
 * @returns a function that rejects when the access policy was never read: nothing is permitted then
 */
export function createPermissionCheck(provider: Provider) {
  const policy = keepLast(() => readAccessPolicy(provider), provider.maxAge);
  return async (roles: readonly string[], resource: string, action: string): Promise<boolean> =>
    isPermitted(await policy(), roles, resource, action);
}

/** Reads the settings of the project as the SDK does. */
async function readAccessPolicy(provider: Provider): Promise<AccessPolicy> {
  const { publicToken, site } = provider;
  const newId = (kind: string) => `${kind}-id-${crypto.randomUUID()}`;
  const telemetry = {
    event_id: newId('event'),
    app_session_id: newId('app-session'),
    persistent_id: newId('persistent'),
    client_sent_at: new Date().toISOString(),
    timezone: 'UTC',
    app: { identifier: new URL(site).hostname },
    sdk: { identifier: 'Charter service', version: '1' },
  };
  const path = `/sdk/v1/projects/bootstrap/${encodeURIComponent(publicToken)}`;
  const response = await getFromProvider(provider, path, {
    authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
    'x-sdk-client': btoa(JSON.stringify(telemetry)),
    'x-sdk-parent-host': site,
    origin: site,
  });
  return v.parse(settingsSchema, await response.json()).data.rbac_policy;
}
