import type { Policy } from './policy.ts';

/**
 * Where policies are kept (R17.1). The page knows only this interface, so a service can replace the
 * database of the browser.
 *
 * Every method rejects when the store cannot be reached or does not answer.
 */
export interface PolicyStore {
  /** The policies of an organization, in no order. */
  list(organizationId: string): Promise<readonly Policy[]>;
  /** Keeps a policy, in place of the one with the same id. */
  save(policy: Policy): Promise<void>;
  /** Forgets a policy; one that is gone already is no failure. */
  remove(policy: Policy): Promise<void>;
  /**
   * Says when the policies of an organization may have changed elsewhere.
   *
   * @returns what ends it
   */
  watch(organizationId: string, changed: () => void): () => void;
}

/** `unknown`: no access policy was fetched, which is not the same as being denied (R16.2). */
export type Permission = 'allowed' | 'denied' | 'unknown';

/** What the roles of the session permit: at once, and once it is certain (R16.1). */
export interface Permissions {
  checkSync(resource: string, action: string): Permission;
  check(resource: string, action: string): Promise<Permission>;
}

/** Whether single keys do something on the page; a person may switch that off. */
interface ShortcutSetting {
  isEnabled(): boolean;
  setEnabled(on: boolean): void;
}

/** What the policies page is given from outside. */
export interface PolicyServices {
  readonly policyStore: PolicyStore;
  readonly permissions: Permissions;
  readonly shortcutSetting: ShortcutSetting;
}
