import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/lazy-component.ts';
import { useLostFocus } from '#src/ui/use-lost-focus.ts';
import { PolicyList } from './list/policy-list.tsx';
import { type PolicyActionResult, PolicyStatus } from './list/policy-status.tsx';
import { CreateButton, PolicyToolbar } from './list/policy-toolbar.tsx';
import { messages } from './messages.ts';
import type { PolicyServices } from './policies.types.ts';
import styles from './policies-page.module.css';
import { type Policy, type PolicyInput, searchPolicies } from './policy.ts';
import type { OpenDialog, PolicyDialogsProps } from './policy-dialogs.tsx';
import { Kbd } from './shortcuts/kbd.tsx';
import { SHORTCUT_KEYS } from './shortcuts/shortcuts.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import type { PolicyPermissions } from './use-permissions.ts';
import { usePolicies } from './use-policies.ts';

interface PoliciesViewProps {
  readonly organization: Organization;
  readonly memberId: string;
  readonly services: PolicyServices;
  readonly permissions: PolicyPermissions;
  /** No action can be started now. The result of the last one is still shown and announced. */
  readonly isHeld: boolean;
  /** The heading of the page, which takes the focus when an action has removed the focused control. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Their code is loaded when the page is shown. */
const PolicyDialogs = lazyComponent<PolicyDialogsProps>(
  () => import('./policy-dialogs.tsx').then((module) => module.PolicyDialogs),
  null,
);

const NEW_POLICY: OpenDialog = { kind: 'policy', policy: null };
const SHORTCUTS: OpenDialog = { kind: 'shortcuts' };

interface ShownResult {
  readonly result: PolicyActionResult | null;
  /** Counts the results, so that one is announced also when it is the same as before. */
  readonly count: number;
}

const NO_RESULT: ShownResult = { result: null, count: 0 };

/** The policies of an organization, with the actions that the member's permissions allow (R16.3, R17.3). */
export function PoliciesView(props: PoliciesViewProps) {
  const { organization, memberId, services, permissions, isHeld, heading } = props;
  const { policyDraft } = services;
  const collection = usePolicies(services.policyStore, organization.id);
  const [dialog, setDialog] = useState<OpenDialog | null>(() => {
    const kept = policyDraft.read(memberId);
    return kept && { kind: 'policy', policy: kept.policy, draft: kept.input };
  });
  const [query, setQuery] = useState('');
  const [{ result, count }, setResultState] = useState<ShownResult>(NO_RESULT);
  const setResult = (next: PolicyActionResult | null) => updateResult(() => next);
  const updateResult = (next: (previous: PolicyActionResult | null) => PolicyActionResult | null) =>
    setResultState((previous) => ({ result: next(previous.result), count: previous.count + 1 }));
  const [hasShortcuts, setHasShortcuts] = useState(services.shortcutSetting.isEnabled);
  const searchField = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLElement>(null);
  const policyToFocus = useRef<string | null>(null);
  const canCreate = permissions.create === 'allowed';
  const canEdit = permissions.update === 'allowed';

  useShortcuts(hasShortcuts && !isHeld, (shortcut) => {
    if (shortcut === 'search') {
      searchField.current?.focus();
      return searchField.current !== null;
    }
    if (shortcut === 'create' && !canCreate) return false;
    setDialog(shortcut === 'create' ? NEW_POLICY : SHORTCUTS);
    return true;
  });

  useEffect(() => void PolicyDialogs.preload().catch(() => undefined), []);

  // In a dialog the focus must stay there; a closed one has returned it to where it was.
  useEffect(() => {
    if (dialog !== null || policyToFocus.current === null) return;
    findPolicy(view.current, policyToFocus.current)?.focus();
    policyToFocus.current = null;
  });
  useLostFocus(heading);

  const save = async (edited: Policy | null, input: PolicyInput) => {
    const now = Date.now();
    const created = { id: crypto.randomUUID(), organizationId: organization.id, createdAt: now };
    const policy = { ...(edited ?? created), ...input, updatedAt: now };
    const isSaved = await collection.save(policy);
    if (!isSaved) return false;
    setResult({ kind: 'done', text: messages.saved, name: policy.name, next: policy.id });
    if (edited !== null) return true;
    // A search could hide the new policy, which would look as if it were lost.
    setQuery('');
    policyToFocus.current = policy.id;
    return true;
  };
  const remove = async (policy: Policy) => {
    const index = matches.findIndex(({ id }) => id === policy.id);
    const next = (matches[index + 1] ?? matches[index - 1])?.id ?? null;
    const isRemoved = await collection.remove(policy);
    updateResult((previous) => {
      const deleted = previous?.kind === 'deleted' ? previous.policies : [];
      return isRemoved
        ? { kind: 'deleted', policies: [...deleted, policy], next }
        : { kind: 'deleted', policies: deleted, next: null, failure: messages.deleteFailed };
    });
  };
  const undo = async (deleted: readonly Policy[]) => {
    const results = await Promise.all(deleted.map(collection.save));
    const left = deleted.filter((_, index) => !results[index]);
    const { id = null, name = '' } = deleted.at(-1) ?? {};
    if (left.length === 0) policyToFocus.current = id;
    setResult(
      left.length === 0
        ? { kind: 'done', text: messages.restored(deleted.length), name, next: id }
        : { kind: 'deleted', policies: left, next: null, failure: messages.undoFailed },
    );
  };

  const dismiss = () => {
    policyToFocus.current = result?.next ?? null;
    setResult(null);
  };

  const policies = collection.policies ?? [];
  const matches = searchPolicies(policies, query);
  /** Clears the last result when the person does something else. A deletion stays, because it can be undone. */
  const clearDone = () => {
    if (result?.kind === 'done') setResult(null);
  };
  const open = (next: OpenDialog) => {
    clearDone();
    setDialog(next);
  };
  const createButton = canCreate ? (
    <CreateButton hasShortcuts={hasShortcuts} onCreate={() => open(NEW_POLICY)} />
  ) : null;
  const closeDialog = () => {
    policyDraft.remove();
    setDialog(null);
  };
  const isAllowed = dialog?.kind !== 'policy' || dialog.policy !== null || canCreate;
  const toggleShortcuts = (enabled: boolean) => {
    services.shortcutSetting.setEnabled(enabled);
    setHasShortcuts(enabled);
  };
  return (
    <section className={styles.view} ref={view}>
      <div className={styles.held} inert={isHeld}>
        {policies.length === 0 ? null : (
          <PolicyToolbar
            searchRef={searchField}
            query={query}
            createButton={createButton}
            hasShortcuts={hasShortcuts}
            onSearch={(text) => {
              setQuery(text);
              clearDone();
            }}
          />
        )}
        <PolicyList
          collection={collection}
          matches={matches}
          query={query.trim()}
          organization={organization}
          createButton={createButton}
          canEdit={canEdit}
          canDelete={permissions.delete === 'allowed'}
          onOpen={(policy) => open({ kind: 'policy', policy })}
          onDelete={remove}
          onClearSearch={() => {
            setQuery('');
            searchField.current?.focus();
          }}
        />
      </div>
      <PolicyStatus
        result={result}
        count={count}
        isHeld={isHeld}
        onUndo={undo}
        onDismiss={dismiss}
      />
      {dialog !== null && isAllowed ? (
        <PolicyDialogs
          dialog={dialog}
          policies={policies}
          canCreate={canCreate}
          canEdit={canEdit}
          hasShortcuts={hasShortcuts}
          onToggleShortcuts={toggleShortcuts}
          onDraft={(draft) => policyDraft.write(memberId, draft)}
          onSave={save}
          onClose={closeDialog}
        />
      ) : null}
      <footer className={styles.footer}>
        {/* The empty list has this sentence already. */}
        <span>{policies.length === 0 ? null : messages.storedLocally}</span>
        <Button
          kind="link"
          data-keyboard-only
          aria-keyshortcuts={hasShortcuts ? SHORTCUT_KEYS.help : undefined}
          onClick={() => setDialog(SHORTCUTS)}
        >
          {messages.shortcuts.heading}
          {hasShortcuts ? <Kbd>{SHORTCUT_KEYS.help}</Kbd> : null}
        </Button>
      </footer>
    </section>
  );
}

/** The button that opens a policy; `null` while no row shows it. */
function findPolicy(view: HTMLElement | null, id: string): HTMLElement | null {
  const rows = view?.querySelectorAll<HTMLElement>('[data-policy-id]') ?? [];
  return [...rows].find((row) => row.dataset.policyId === id) ?? null;
}
