import { useEffect, useMemo, useState } from 'react';
import type { Permission, PolicyServices } from './policies.types.ts';

/** The actions on the resource in the provider's access policy. */
export const POLICY_ACTIONS = ['read', 'create', 'update', 'delete'] as const;

export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** `loading`: the access policy is still being fetched. */
export type PolicyPermissions = Readonly<Record<PolicyAction, Permission | 'loading'>>;

/**
 * Returns what the session's roles permit: first by the access policy that is loaded, then by the one that
 * was fetched (R16.1).
 *
 * @param services evaluate the access policy, and name its resource
 * @param roles roles of the session; the permissions are checked again when they change
 */
export function usePolicyPermissions(
  { permissions, policyResource }: PolicyAccess,
  roles: readonly string[],
): PolicyPermissions {
  const roleKey = roles.join(' ');
  const request = useMemo(
    () => ({ access: { permissions, policyResource }, roleKey }),
    [permissions, policyResource, roleKey],
  );
  const [checked, setChecked] = useState<{ request: object; result: PolicyPermissions } | null>(
    null,
  );
  useEffect(() => {
    let isCurrent = true;
    checkAll(request.access).then((result) => {
      if (isCurrent) setChecked({ request, result });
    });
    return () => {
      isCurrent = false;
    };
  }, [request]);
  return useMemo(
    () => (checked?.request === request ? checked.result : checkAllSync(request.access)),
    [checked, request],
  );
}

type PolicyAccess = Pick<PolicyServices, 'permissions' | 'policyResource'>;

function checkAllSync({ permissions, policyResource }: PolicyAccess): PolicyPermissions {
  return mapActions((action) => {
    const permission = permissions.checkSync(policyResource, action);
    return permission === 'unknown' ? 'loading' : permission;
  });
}

async function checkAll({ permissions, policyResource }: PolicyAccess): Promise<PolicyPermissions> {
  const checks = mapActions((action) =>
    permissions.check(policyResource, action).catch((): Permission => 'unknown'),
  );
  return {
    read: await checks.read,
    create: await checks.create,
    update: await checks.update,
    delete: await checks.delete,
  };
}

function mapActions<Value>(map: (action: PolicyAction) => Value): Record<PolicyAction, Value> {
  return { read: map('read'), create: map('create'), update: map('update'), delete: map('delete') };
}
