import type { Permission, PolicyServices } from '#src/features/policies/policies.types.ts';
import type { Policy } from '#src/features/policies/policy.ts';

/** A policy of Acme. */
export function buildPolicy(overrides: Partial<Policy> = {}): Policy {
  return {
    id: 'policy-1',
    organizationId: 'organization-acme',
    name: 'Access reviews',
    description: 'Every quarter.',
    state: 'draft',
    createdAt: 1_000,
    updatedAt: 2_000,
    ...overrides,
  };
}

/**
 * Services with a policy store in memory.
 *
 * @returns `policies`: the stored policies; `failing`: makes reads or writes reject; `permission`: the result
 *   of every permission check; `changeElsewhere`: notifies as if another tab had changed the policies
 */
export function fakeServices(stored: readonly Policy[] = []) {
  const policies = new Map(stored.map((each) => [each.id, each]));
  const failing = { read: false, write: false };
  const permission: { loaded: Permission; fetched: Permission } = {
    loaded: 'allowed',
    fetched: 'allowed',
  };
  let notify: () => void = () => undefined;
  const write = async (change: () => void) => {
    if (failing.write) throw new Error('The disk is full.');
    change();
  };
  const services: PolicyServices = {
    policyStore: {
      list: async () => {
        if (failing.read) throw new Error('The database is gone.');
        return [...policies.values()];
      },
      save: (each) => write(() => policies.set(each.id, each)),
      remove: ({ id }) => write(() => policies.delete(id)),
      watch: (_organizationId, onChange) => {
        notify = onChange;
        return () => undefined;
      },
    },
    policyDraft: { read: () => null, write: () => undefined, remove: () => undefined },
    permissions: {
      checkSync: () => permission.loaded,
      check: async () => permission.fetched,
    },
    policyResource: 'policy',
    shortcutSetting: { isEnabled: () => true, setEnabled: () => undefined },
  };
  return { services, policies, failing, permission, changeElsewhere: () => notify() };
}
