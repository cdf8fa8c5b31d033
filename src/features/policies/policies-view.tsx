import { useRef, useState } from 'react';
import type { Organization } from '#machines/rules/organization.ts';
import { Button } from '#src/ui/button.tsx';
import { PolicyDialog } from './editor/policy-dialog.tsx';
import { PolicyEditor } from './editor/policy-editor.tsx';
import { PolicyList } from './list/policy-list.tsx';
import { type PolicyActionResult, PolicyStatus } from './list/policy-status.tsx';
import { CreateButton, PolicyToolbar } from './list/policy-toolbar.tsx';
import { messages } from './messages.ts';
import type { PolicyServices } from './policies.types.ts';
import styles from './policies-view.module.css';
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
  readonly answers: PolicyPermissions;
}

/** What is open over the list. */
type Open =
  | { readonly what: 'nothing' | 'new' | 'shortcuts' }
  | { readonly what: 'policy'; readonly policy: Policy };

const NOTHING: Open = { what: 'nothing' };

/** The policies of an organization, with what the member may do to them. */
export function PoliciesView({ organization, services, answers }: PoliciesViewProps) {
  const list = usePolicies(services.policyStore, organization.id);
  const [open, setOpen] = useState(NOTHING);
  const [words, setWords] = useState('');
  const [saying, setSaying] = useState<PolicyActionResult | null>(null);
  const [keysOn, setKeysOn] = useState(services.shortcutSetting.isEnabled);
  const search = useRef<HTMLInputElement>(null);
  const mayCreate = answers.create === 'allowed';
  const mayEdit = answers.update === 'allowed';

  useShortcuts(keysOn, (shortcut) => {
    if (shortcut === 'search') {
      search.current?.focus();
      return search.current !== null;
    }
    if (shortcut === 'create' && !mayCreate) return false;
    setOpen({ what: shortcut === 'create' ? 'new' : 'shortcuts' });
    return true;
  });

  const save = async (edited: Policy | null, text: PolicyInput) => {
    const now = Date.now();
    const born = { id: crypto.randomUUID(), organizationId: organization.id, createdAt: now };
    const saved = await list.save({ ...(edited ?? born), ...text, updatedAt: now });
    if (!saved) return false;
    setSaying({ what: 'done', text: messages.saved });
    // A new policy that the search hides would look lost.
    if (edited === null) setWords('');
    return true;
  };
  const remove = async (policy: Policy) => {
    const removed = await list.remove(policy);
    setSaying(
      removed ? { what: 'deleted', policy } : { what: 'failed', text: messages.notDeleted },
    );
  };
  const undo = async (policy: Policy) => {
    const restored = await list.save(policy);
    setSaying(
      restored
        ? { what: 'done', text: messages.restored }
        : { what: 'deleted', policy, failed: true },
    );
  };

  const policies = list.policies ?? [];
  const create = () => setOpen({ what: 'new' });
  const close = () => setOpen(NOTHING);
  const switchKeys = (on: boolean) => {
    services.shortcutSetting.setEnabled(on);
    setKeysOn(on);
  };
  return (
    <section className={styles.desk} aria-label={messages.heading}>
      {policies.length === 0 ? null : (
        <PolicyToolbar
          searchRef={search}
          words={words}
          mayCreate={mayCreate}
          keysOn={keysOn}
          onWords={setWords}
          onCreate={create}
        />
      )}
      <PolicyStatus saying={saying} onUndo={undo} onDismiss={() => setSaying(null)} />
      <PolicyList
        list={list}
        found={searchPolicies(policies, words)}
        searching={words.trim() !== ''}
        organization={organization}
        createButton={mayCreate ? <CreateButton keysOn={keysOn} onCreate={create} /> : null}
        mayEdit={mayEdit}
        mayDelete={answers.delete === 'allowed'}
        onOpen={(policy) => setOpen({ what: 'policy', policy })}
        onDelete={remove}
        onClear={() => {
          setWords('');
          search.current?.focus();
        }}
      />
      {open.what === 'new' ? (
        <PolicyEditor
          policy={null}
          latest={null}
          onSave={(text) => save(null, text)}
          onClose={close}
        />
      ) : null}
      {open.what === 'policy' && mayEdit ? (
        <PolicyEditor
          policy={open.policy}
          latest={policies.find(({ id }) => id === open.policy.id) ?? null}
          onSave={(text) => save(open.policy, text)}
          onClose={close}
        />
      ) : null}
      {open.what === 'policy' && !mayEdit ? (
        <PolicyDialog policy={open.policy} onClose={close} />
      ) : null}
      {open.what === 'shortcuts' ? (
        <ShortcutsDialog mayCreate={mayCreate} on={keysOn} onSwitch={switchKeys} onClose={close} />
      ) : null}
      <footer className={styles.footer}>
        <span>{messages.keptHere}</span>
        <Button
          kind="link"
          aria-keyshortcuts={keysOn ? SHORTCUT_KEYS.sheet : undefined}
          onClick={() => setOpen({ what: 'shortcuts' })}
        >
          {messages.shortcuts.open}
          {keysOn ? <Kbd>{SHORTCUT_KEYS.sheet}</Kbd> : null}
        </Button>
      </footer>
    </section>
  );
}
