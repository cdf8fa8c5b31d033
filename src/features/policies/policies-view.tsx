import { type RefObject, useEffect, useRef, useState } from 'react';
import { EMPTY_POLICY, type PolicyDraft, type PolicyInput } from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/lazy-component.ts';
import { useLostFocus } from '#src/ui/use-lost-focus.ts';
import { PolicyList } from './list/policy-list.tsx';
import { type PolicyActionResult, PolicyStatus } from './list/policy-status.tsx';
import { CreateButton, PolicyToolbar } from './list/policy-toolbar.tsx';
import { messages } from './messages.ts';
import { OldPolicies, type OldPolicyStore } from './old-policies.tsx';
import styles from './policies-page.module.css';
import type { OpenDialog, PolicyDialogsProps } from './policy-dialogs.tsx';
import { Kbd } from './shortcuts/kbd.tsx';
import { SHORTCUT_KEYS } from './shortcuts/shortcuts.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { type Policy, usePolicies, useSearch } from './use-policies.ts';

/** What the browser keeps for the page. */
export interface PolicyServices {
  /** What a member is writing in this tab, so that it outlives the session (R17.10). */
  readonly policyDraft: {
    read(memberId: string): PolicyDraft | null;
    write(memberId: string, draft: PolicyDraft): void;
    remove(): void;
  };
  readonly oldPolicies: OldPolicyStore;
  /** Whether single-key shortcuts are enabled; a member can disable them (R17.7). */
  readonly shortcutSetting: { isEnabled(): boolean; setEnabled(enabled: boolean): void };
}

interface PoliciesViewProps {
  readonly services: PolicyServices;
  /** The heading of the page, which takes the focus when an action has removed the focused control. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Their code is loaded when the page is shown. */
const PolicyDialogs = lazyComponent<PolicyDialogsProps>(
  () => import('./policy-dialogs.tsx').then((module) => module.PolicyDialogs),
  null,
);

interface ShownResult {
  readonly result: PolicyActionResult | null;
  /** Counts the results, so that one is announced also when it is the same as before. */
  readonly count: number;
}

/** The policies of an organization, with the actions that the member's permissions allow (R16.3, R17.3). */
export function PoliciesView({ services, heading }: PoliciesViewProps) {
  const { session, can, isSwitching } = useSession();
  const { organization, memberId } = session;
  const { policyDraft, shortcutSetting } = services;
  const [query, setQuery] = useState('');
  const search = useSearch(query);
  const collection = usePolicies(search);
  const [dialog, setDialog] = useState<OpenDialog | null>(() => {
    const draft = policyDraft.read(memberId);
    return draft && { kind: 'edit', draft, isRestored: true };
  });
  const [{ result, count }, setShownResult] = useState<ShownResult>({ result: null, count: 0 });
  const [hasSearched, setHasSearched] = useState(false);
  const updateResult = (
    next: (previous: PolicyActionResult | null) => PolicyActionResult | null,
  ) => {
    setHasSearched(false);
    setShownResult((previous) => ({ result: next(previous.result), count: previous.count + 1 }));
  };
  const setResult = (next: PolicyActionResult | null) => updateResult(() => next);
  const [hasShortcuts, setHasShortcuts] = useState(shortcutSetting.isEnabled);
  const searchField = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLElement>(null);
  const policyToFocus = useRef<string | null>(null);
  const canCreate = can('policy', 'create');
  const policies = collection.policies ?? [];
  const hasSearch = policies.length > 0 || query !== '';

  const open = (next: OpenDialog) => {
    // What can be undone stays.
    if (result?.kind === 'done') setResult(null);
    setDialog(next);
  };
  const openNew = () => open(editorOf({ id: crypto.randomUUID(), version: 0 }, EMPTY_POLICY));
  const openPolicy = (policy: Policy) =>
    open(can('policy', 'update') ? editorOf(policy, policy) : { kind: 'read', policy });
  const close = () => {
    policyDraft.remove();
    setDialog(null);
  };

  useShortcuts(hasShortcuts && !isSwitching, (shortcut) => {
    if (shortcut === 'search') {
      searchField.current?.focus();
      return searchField.current !== null;
    }
    if (shortcut === 'create' && !canCreate) return false;
    if (shortcut === 'create') openNew();
    else setDialog({ kind: 'shortcuts' });
    return true;
  });

  useEffect(() => void PolicyDialogs.preload().catch(() => undefined), []);

  // In a dialog the focus must stay there; a closed one has returned it to where it was.
  useEffect(() => {
    if (dialog !== null || policyToFocus.current === null) return;
    const rows = view.current?.querySelectorAll<HTMLElement>('[data-policy-id]') ?? [];
    [...rows].find(({ dataset }) => dataset.policyId === policyToFocus.current)?.focus();
    policyToFocus.current = null;
  });
  useLostFocus(heading);

  const save = async (draft: PolicyDraft, input: PolicyInput) => {
    const saved = await collection.save(draft, input);
    setResult({ kind: 'done', text: messages.saved, name: saved.name, next: saved.id });
    if (draft.version > 0) return;
    // A search could hide the new policy, which would look as if it were lost.
    setQuery('');
    policyToFocus.current = saved.id;
  };
  const remove = async (policy: Policy) => {
    const index = policies.findIndex(({ id }) => id === policy.id);
    const next = (policies[index + 1] ?? policies[index - 1])?.id ?? null;
    const outcome = await collection.remove(policy).catch((error: unknown) => explain(error));
    updateResult((previous) => {
      const deleted = previous?.kind === 'deleted' ? previous.policies : [];
      if (typeof outcome !== 'string') {
        return { kind: 'deleted', policies: [...deleted, outcome], next };
      }
      const failure = messages.deleteFailed(outcome);
      return { kind: 'deleted', policies: deleted, next: null, failure };
    });
  };
  const undo = async (deleted: readonly Policy[]) => {
    const results = await Promise.allSettled(deleted.map(collection.restore));
    const left = deleted.filter((_, index) => results[index]?.status === 'rejected');
    const failed = results.find((each) => each.status === 'rejected');
    const { id = null, name = '' } = deleted.at(-1) ?? {};
    if (failed === undefined) policyToFocus.current = id;
    setResult(
      failed === undefined
        ? { kind: 'done', text: messages.restored(deleted.length), name, next: id }
        : {
            kind: 'deleted',
            policies: left,
            next: null,
            failure: messages.undoFailed(explain(failed.reason)),
          },
    );
  };
  const dismiss = () => {
    policyToFocus.current = result?.next ?? null;
    setResult(null);
  };
  const createButton = canCreate ? (
    <CreateButton hasShortcuts={hasShortcuts} onCreate={openNew} />
  ) : null;
  return (
    <section className={styles.view} ref={view}>
      {canCreate ? <OldPolicies store={services.oldPolicies} onMove={collection.save} /> : null}
      <div className={styles.held} inert={isSwitching}>
        {hasSearch ? (
          <PolicyToolbar
            searchRef={searchField}
            query={query}
            createButton={createButton}
            hasShortcuts={hasShortcuts}
            onSearch={(text) => {
              if (result?.kind === 'done') setResult(null);
              setQuery(text);
              setHasSearched(true);
            }}
          />
        ) : null}
        <PolicyList
          collection={collection}
          search={search}
          hasSearched={hasSearched}
          organization={organization}
          createButton={createButton}
          onOpen={openPolicy}
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
        isHeld={isSwitching}
        onUndo={undo}
        onDismiss={dismiss}
      />
      {dialog === null ? null : (
        <PolicyDialogs
          dialog={dialog}
          hasSearch={hasSearch}
          hasShortcuts={hasShortcuts}
          onToggleShortcuts={(enabled) => {
            shortcutSetting.setEnabled(enabled);
            setHasShortcuts(enabled);
          }}
          onDraft={(draft) => policyDraft.write(memberId, draft)}
          onSave={save}
          onClose={close}
        />
      )}
      <footer className={styles.footer}>
        <Button
          kind="link"
          data-keyboard-only
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

function editorOf(seen: Pick<PolicyDraft, 'id' | 'version'>, original: PolicyInput): OpenDialog {
  const draft = { id: seen.id, version: seen.version, original, input: original };
  return { kind: 'edit', draft, isRestored: false };
}
