import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PolicyStore } from './policies.types.ts';
import type { Policy } from './policy.ts';

interface LoadState {
  /** `null` before the first successful load. */
  readonly policies: readonly Policy[] | null;
  /** Whether the latest load failed. `policies` still holds the result of an earlier one. */
  readonly hasFailed: boolean;
}

/** The policies of an organization and the operations on them. */
export interface PolicyCollection extends LoadState {
  readonly reload: () => void;
  /** Resolves to whether the policy was saved, once `policies` shows it; never rejects. */
  readonly save: (policy: Policy) => Promise<boolean>;
  /** Resolves to whether the policy was deleted, once `policies` shows it; never rejects. */
  readonly remove: (policy: Policy) => Promise<boolean>;
}

/**
 * Loads the policies of an organization, and loads them again when this or another tab changes them (R17.4).
 *
 * @param store where the policies are stored
 * @param organizationId the organization that owns them
 */
export function usePolicies(store: PolicyStore, organizationId: string): PolicyCollection {
  const [state, setState] = useState<LoadState>({ policies: null, hasFailed: false });
  const latestLoad = useRef<Promise<void> | null>(null);

  const reload = useCallback(() => {
    // Loads can finish out of order; only the latest one counts, and the others end with it.
    const apply = (update: (previous: LoadState) => LoadState): Promise<void> | undefined => {
      if (load !== latestLoad.current) return latestLoad.current ?? undefined;
      setState(update);
      return undefined;
    };
    const load: Promise<void> = store.list(organizationId).then(
      (policies) => apply(() => ({ policies, hasFailed: false })),
      () => apply(({ policies }) => ({ policies, hasFailed: true })),
    );
    latestLoad.current = load;
    return load;
  }, [store, organizationId]);

  useEffect(() => {
    reload();
    return store.watch(organizationId, reload);
  }, [store, organizationId, reload]);

  return useMemo(() => {
    const reloadAfter = (operation: Promise<void>) =>
      operation.then(
        () => reload().then(() => true),
        () => false,
      );
    return {
      ...state,
      reload,
      save: (policy: Policy) => reloadAfter(store.save(policy)),
      remove: (policy: Policy) => reloadAfter(store.remove(policy)),
    };
  }, [state, store, reload]);
}
