import { type RefObject, useRef, useState } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { useLostFocus } from '#src/ui/use-lost-focus.ts';
import { PolicyDialog } from './editor/policy-dialog.tsx';
import { PolicyEditor } from './editor/policy-editor.tsx';
import { PolicyList } from './list/policy-list.tsx';
import { type PolicyActionResult, PolicyStatus } from './list/policy-status.tsx';
import { CreateButton, PolicyToolbar } from './list/policy-toolbar.tsx';
import { messages } from './messages.ts';
import type { PolicyServices } from './policies.types.ts';
import styles from './policies-page.module.css';
import { type Policy, type PolicyInput, searchPolicies } from './policy.ts';
import { Kbd } from './shortcuts/kbd.tsx';
import { SHORTCUT_KEYS } from './shortcuts/shortcuts.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import type { PolicyPermissions } from './use-permissions.ts';
import { usePolicies } from './use-policies.ts';

interface PoliciesViewProps {
  readonly organization: Organization;
  readonly services: PolicyServices;
  readonly permissions: PolicyPermissions;
  /** The heading of the page, which takes the focus when an action has removed the focused control. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

type OpenDialog =
  | { readonly kind: 'none' | 'create' | 'shortcuts' }
  | { readonly kind: 'policy'; readonly policy: Policy };

const NO_DIALOG: OpenDialog = { kind: 'none' };

/** The policies of an organization, with the actions that the member's permissions allow (R16.3, R17.3). */
export function PoliciesView(props: PoliciesViewProps) {
  const { organization, services, permissions, heading } = props;
  useLostFocus(heading);
  const collection = usePolicies(services.policyStore, organization.id);
  const [dialog, setDialog] = useState(NO_DIALOG);
  const [query, setQuery] = useState('');
  const [result, setResult] = useState<PolicyActionResult | null>(null);
  const [hasShortcuts, setHasShortcuts] = useState(services.shortcutSetting.isEnabled);
  const searchField = useRef<HTMLInputElement>(null);
  const canCreate = permissions.create === 'allowed';
  const canEdit = permissions.update === 'allowed';

  useShortcuts(hasShortcuts, (shortcut) => {
    if (shortcut === 'search') {
      searchField.current?.focus();
      return searchField.current !== null;
    }
    if (shortcut === 'create' && !canCreate) return false;
    setDialog({ kind: shortcut === 'create' ? 'create' : 'shortcuts' });
    return true;
  });

  const save = async (edited: Policy | null, input: PolicyInput) => {
    const now = Date.now();
    const created = { id: crypto.randomUUID(), organizationId: organization.id, createdAt: now };
    const isSaved = await collection.save({ ...(edited ?? created), ...input, updatedAt: now });
    if (!isSaved) return false;
    setResult({ kind: 'done', text: messages.saved });
    // A search could hide the new policy, which would look as if it were lost.
    if (edited === null) setQuery('');
    return true;
  };
  const remove = async (policy: Policy) => {
    const isRemoved = await collection.remove(policy);
    setResult(
      isRemoved ? { kind: 'deleted', policy } : { kind: 'failed', text: messages.deleteFailed },
    );
  };
  const undo = async (policy: Policy) => {
    const isRestored = await collection.save(policy);
    setResult(
      isRestored
        ? { kind: 'done', text: messages.restored }
        : { kind: 'deleted', policy, undoFailed: true },
    );
  };

  const policies = collection.policies ?? [];
  const openPolicy = dialog.kind === 'policy' ? dialog.policy : null;
  const openEditor = () => setDialog({ kind: 'create' });
  const closeDialog = () => setDialog(NO_DIALOG);
  const toggleShortcuts = (enabled: boolean) => {
    services.shortcutSetting.setEnabled(enabled);
    setHasShortcuts(enabled);
  };
  return (
    <section className={styles.view}>
      {policies.length === 0 ? null : (
        <PolicyToolbar
          searchRef={searchField}
          query={query}
          canCreate={canCreate}
          hasShortcuts={hasShortcuts}
          onSearch={setQuery}
          onCreate={openEditor}
        />
      )}
      <PolicyStatus result={result} onUndo={undo} onDismiss={() => setResult(null)} />
      <PolicyList
        collection={collection}
        matches={searchPolicies(policies, query)}
        isSearching={query.trim() !== ''}
        organization={organization}
        createButton={
          canCreate ? <CreateButton hasShortcuts={hasShortcuts} onCreate={openEditor} /> : null
        }
        canEdit={canEdit}
        canDelete={permissions.delete === 'allowed'}
        onOpen={(policy) => setDialog({ kind: 'policy', policy })}
        onDelete={remove}
        onClearSearch={() => {
          setQuery('');
          searchField.current?.focus();
        }}
      />
      {dialog.kind === 'create' || (openPolicy !== null && canEdit) ? (
        <PolicyEditor
          policy={openPolicy}
          latest={policies.find(({ id }) => id === openPolicy?.id) ?? null}
          onSave={(input) => save(openPolicy, input)}
          onClose={closeDialog}
        />
      ) : null}
      {openPolicy !== null && !canEdit ? (
        <PolicyDialog policy={openPolicy} onClose={closeDialog} />
      ) : null}
      {dialog.kind === 'shortcuts' ? (
        <ShortcutsDialog
          canCreate={canCreate}
          isEnabled={hasShortcuts}
          onToggle={toggleShortcuts}
          onClose={closeDialog}
        />
      ) : null}
      <footer className={styles.footer}>
        <span>{messages.storedLocally}</span>
        <Button
          kind="link"
          aria-keyshortcuts={hasShortcuts ? SHORTCUT_KEYS.help : undefined}
          onClick={() => setDialog({ kind: 'shortcuts' })}
        >
          {messages.shortcuts.heading}
          {hasShortcuts ? <Kbd>{SHORTCUT_KEYS.help}</Kbd> : null}
        </Button>
      </footer>
    </section>
  );
}
