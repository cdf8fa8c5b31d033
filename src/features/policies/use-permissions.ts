import { useEffect, useMemo, useState } from 'react';
import type { ACTION_VERBS } from './messages.ts';
import type { Permission, Permissions } from './policies.types.ts';

/** The resource of the access policy that this page is about. */
const RESOURCE = 'policy';

export type PolicyAction = keyof typeof ACTION_VERBS;

/** `asking`: not known yet, and about to be. */
type PermissionState = Permission | 'asking';

export type PolicyPermissions = Readonly<Record<PolicyAction, PermissionState>>;

/**
 * What the roles of a session let its member do with policies: what is known at once, and then what is
 * certain (R16.1).
 *
 * @param permissions the provider's access policy
 * @param roles of the session; other roles are asked for anew
 */
export function usePolicyPermissions(
  permissions: Permissions,
  roles: readonly string[],
): PolicyPermissions {
  const held = roles.join(' ');
  const asking = useMemo(() => ({ permissions, held }), [permissions, held]);
  const [certain, setCertain] = useState<{ for: typeof asking; answers: PolicyPermissions } | null>(
    null,
  );
  useEffect(() => {
    let current = true;
    askAll(asking.permissions).then((answers) => {
      if (current) setCertain({ for: asking, answers });
    });
    return () => {
      current = false;
    };
  }, [asking]);
  return useMemo(
    () => (certain?.for === asking ? certain.answers : atOnce(asking.permissions)),
    [certain, asking],
  );
}

function atOnce(permissions: Permissions): PolicyPermissions {
  return each((action) => {
    const known = permissions.checkSync(RESOURCE, action);
    return known === 'unknown' ? 'asking' : known;
  });
}

async function askAll(permissions: Permissions): Promise<PolicyPermissions> {
  const asked = each((action) =>
    permissions.check(RESOURCE, action).catch((): Permission => 'unknown'),
  );
  return {
    read: await asked.read,
    create: await asked.create,
    update: await asked.update,
    delete: await asked.delete,
  };
}

function each<Each>(answer: (action: PolicyAction) => Each): Record<PolicyAction, Each> {
  return {
    read: answer('read'),
    create: answer('create'),
    update: answer('update'),
    delete: answer('delete'),
  };
}
