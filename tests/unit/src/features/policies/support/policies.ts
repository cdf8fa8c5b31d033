import type { Permission, PolicyServices } from '#src/features/policies/policies.types.ts';
import type { Policy } from '#src/features/policies/policy.ts';

/** A policy of Acme, with what a test wants otherwise. */
export function policy(given: Partial<Policy> = {}): Policy {
  return {
    id: 'policy-1',
    organizationId: 'organization-acme',
    name: 'Access reviews',
    description: 'Every quarter.',
    state: 'draft',
    createdAt: 1_000,
    updatedAt: 2_000,
    ...given,
  };
}

/** Services whose store is a map, and which can be made to fail. */
export function fakeServices(kept: readonly Policy[] = []) {
  const policies = new Map(kept.map((each) => [each.id, each]));
  const broken = { read: false, write: false };
  const permitted: { now: Permission; certain: Permission } = {
    now: 'allowed',
    certain: 'allowed',
  };
  let changed: () => void = () => undefined;
  const attempt = async (failing: boolean, act: () => void) => {
    if (failing) throw new Error('The disk is full.');
    act();
  };
  const services: PolicyServices = {
    policyStore: {
      list: async () => {
        if (broken.read) throw new Error('The database is gone.');
        return [...policies.values()];
      },
      save: (each) => attempt(broken.write, () => policies.set(each.id, each)),
      remove: ({ id }) => attempt(broken.write, () => policies.delete(id)),
      watch: (_organizationId, listener) => {
        changed = listener;
        return () => undefined;
      },
    },
    permissions: {
      checkSync: () => permitted.now,
      check: async () => permitted.certain,
    },
    shortcutSetting: { isEnabled: () => true, setEnabled: () => undefined },
  };
  return { services, policies, broken, permitted, elsewhere: () => changed() };
}
