import { useEffect, useState } from 'react';

/** Evaluates the session's roles against the project's access policy (R16.1). */
export interface Permissions {
  /** Whether the roles permit the action, by the access policy that is loaded now. */
  readonly isPermitted: (resource: string, action: string) => boolean;
  /** Resolves to whether there is an access policy, once it was fetched or could not be. */
  readonly isKnown: Promise<boolean>;
}

/** What the member may do. */
export interface Access {
  /** Whether the member's roles permit an action. The page only hides; the service decides. */
  readonly can: (resource: string, action: string) => boolean;
  /** `unknown`: without an access policy nothing is permitted, which is not the same as denied (R16.2). */
  readonly access: 'loading' | 'known' | 'unknown';
}

/** Returns what the member may do, and renders again when the access policy was fetched. */
export function usePermissions(permissions: Permissions): Access {
  const [access, setAccess] = useState<Access['access']>('loading');
  useEffect(() => {
    void permissions.isKnown.then((isKnown) => setAccess(isKnown ? 'known' : 'unknown'));
  }, [permissions]);
  const can: Access['can'] = (resource, action) =>
    access !== 'unknown' && permissions.isPermitted(resource, action);
  return { can, access };
}
