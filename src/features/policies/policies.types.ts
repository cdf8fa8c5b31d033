import type { Policy, PolicyDraft } from './policy.ts';

/**
 * Storage of policies. Today it is the browser's database (R17.1); a backend can implement it instead.
 *
 * Every method rejects when the storage fails or does not respond.
 */
export interface PolicyStore {
  /** Returns the policies of an organization in no particular order. */
  list(organizationId: string): Promise<readonly Policy[]>;
  /** Stores a policy. Replaces the one with the same id. */
  save(policy: Policy): Promise<void>;
  /** Deletes a policy. Deleting one that does not exist succeeds. */
  remove(policy: Policy): Promise<void>;
  /**
   * Calls `onChange` when another tab may have changed the policies of an organization (R17.4).
   *
   * @returns a function that ends the subscription
   */
  watch(organizationId: string, onChange: () => void): () => void;
}

/**
 * `unknown`: there is no access policy to evaluate, which is not the same as denied (R16.2). `undefined`: the
 * access policy does not define the resource (R16.4).
 */
export type Permission = 'allowed' | 'denied' | 'unknown' | 'undefined';

/** Evaluates the session's roles against the access policy (R16.1). */
interface Permissions {
  /** Evaluates the access policy that is loaded now. */
  checkSync(resource: string, action: string): Permission;
  /** Evaluates the access policy once it was fetched, or could not be. */
  check(resource: string, action: string): Promise<Permission>;
}

/** Whether single-key shortcuts are enabled; a member can disable them (R17.7). */
interface ShortcutSetting {
  isEnabled(): boolean;
  setEnabled(enabled: boolean): void;
}

/** Keeps what a member is writing in this tab, so that it outlives the session (R17.10). */
interface PolicyDraftStore {
  read(memberId: string): PolicyDraft | null;
  write(memberId: string, draft: PolicyDraft): void;
  remove(): void;
}

/** What the app provides to the policies page. */
export interface PolicyServices {
  readonly policyStore: PolicyStore;
  readonly policyDraft: PolicyDraftStore;
  readonly permissions: Permissions;
  /** The resource of policies in the provider's access policy. */
  readonly policyResource: string;
  readonly shortcutSetting: ShortcutSetting;
}
