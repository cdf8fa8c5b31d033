import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PolicyStore } from './policies.types.ts';
import type { Policy } from './policy.ts';

interface Listing {
  /** `null` until they were read once. */
  readonly policies: readonly Policy[] | null;
  /** The last attempt to read them failed; what was read before still stands. */
  readonly failed: boolean;
}

/** The policies of an organization, and what can be done with them. */
export interface Policies extends Listing {
  readonly reload: () => void;
  /** Whether it was kept. */
  readonly save: (policy: Policy) => Promise<boolean>;
  /** Whether it was forgotten. */
  readonly remove: (policy: Policy) => Promise<boolean>;
}

/**
 * Reads the policies of an organization, and again whenever they changed, here or in another tab.
 *
 * @param store where they are kept
 * @param organizationId whose they are
 */
export function usePolicies(store: PolicyStore, organizationId: string): Policies {
  const [listing, setListing] = useState<Listing>({ policies: null, failed: false });
  const latest = useRef(0);

  const reload = useCallback(() => {
    latest.current += 1;
    const turn = latest.current;
    // Of two answers the one that was asked for later is true, whichever comes first.
    const take = (next: (before: Listing) => Listing) => {
      if (turn === latest.current) setListing(next);
    };
    return store.list(organizationId).then(
      (policies) => take(() => ({ policies, failed: false })),
      () => take(({ policies }) => ({ policies, failed: true })),
    );
  }, [store, organizationId]);

  useEffect(() => {
    reload();
    return store.watch(organizationId, reload);
  }, [store, organizationId, reload]);

  return useMemo(() => {
    const done = (act: Promise<void>) =>
      act.then(
        () => reload().then(() => true),
        () => false,
      );
    return {
      ...listing,
      reload,
      save: (policy: Policy) => done(store.save(policy)),
      remove: (policy: Policy) => done(store.remove(policy)),
    };
  }, [listing, store, reload]);
}
