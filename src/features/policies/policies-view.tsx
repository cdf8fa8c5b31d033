import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { EMPTY_POLICY, type PolicyDraft, type PolicyInput } from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { useSession } from '#src/api/session.tsx';
import { Button } from '#src/ui/controls/button.tsx';
import { Sentence } from '#src/ui/elements/sentence.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { lazyComponent } from '#src/ui/hooks/lazy-component.ts';
import { ListView } from '#src/ui/list-page/list-view.tsx';
import type { PolicyEditorProps } from './editor/policy-editor.tsx';
import { messages } from './messages.ts';
import styles from './policies-page.module.css';
import { PolicyRow } from './policy-row.tsx';
import { PolicyDialog } from './policy-text.tsx';
import { CREATE_KEYS, useCreateKey } from './use-create-key.ts';
import { type ListedPolicy, newerPolicy, type Policy, usePolicies } from './use-policies.ts';

/** What the browser keeps for the page. */
export interface PolicyServices {
  /** What a member is writing in this tab, so that it outlives the session (R17.10). */
  readonly policyDraft: {
    read(memberId: string): PolicyDraft | null;
    write(author: ReturnType<typeof useSession>['session'], draft: PolicyDraft): void;
    remove(memberId: string): void;
  };
}

/** Its code is loaded when the page is shown. */
const PolicyEditor = lazyComponent<PolicyEditorProps>(
  () => import('./editor/policy-editor.tsx').then((module) => module.PolicyEditor),
  null,
);

/** The result of the latest action. */
interface Result {
  readonly tone: 'success' | 'info' | 'error';
  readonly text: string;
  /** The policy that can be restored. */
  readonly deleted?: Policy | undefined;
}

/** The policies of an organization, with the actions that the member's permissions allow (R16.3, R17.3). */
export function PoliciesView({ services }: { readonly services: PolicyServices }) {
  const { session, can, isSwitching } = useSession();
  const { policyDraft } = services;
  const [query, setQuery] = useState('');
  const search = useDeferredValue(query.trim());
  const { list, policies, ...actions } = usePolicies(search);
  const [edited, setEdited] = useState(() => policyDraft.read(session.memberId));
  const [isRestored, setIsRestored] = useState(edited !== null);
  const [viewed, setViewed] = useState<Policy | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const canCreate = can('policy', 'create');
  useEffect(() => void PolicyEditor.preload().catch(() => undefined), []);

  /** Keeps a deletion, which can still be undone. */
  const forgetResult = () => setResult((latest) => (latest?.deleted ? latest : null));
  const edit = (seen: Pick<PolicyDraft, 'id' | 'version'>, original: PolicyInput) => {
    forgetResult();
    setEdited({ id: seen.id, version: seen.version, original, input: original });
  };
  const create = () => edit({ id: crypto.randomUUID(), version: 0 }, EMPTY_POLICY);
  useCreateKey(canCreate && !isSwitching, create);
  const opening = useMutation({
    mutationFn: actions.read,
    onSuccess: (policy) => {
      // What the member has opened meanwhile stays.
      if (edited || viewed) return;
      if (can('policy', 'update')) edit(policy, policy);
      else setViewed(policy);
    },
    onError: (error) => fail(messages.notOpened(explain(error))),
  });
  const close = () => {
    policyDraft.remove(session.memberId);
    setIsRestored(false);
    setEdited(null);
  };
  const save = async (draft: PolicyDraft, input: PolicyInput) => {
    const { name } = await actions.save(draft, input);
    setResult({ tone: 'success', text: messages.saved(name) });
    // A search could hide the new policy, which would look as if it were lost.
    if (draft.version === 0) setQuery('');
  };
  const fail = (text: string, deleted?: Policy) => setResult({ tone: 'error', text, deleted });
  const remove = (policy: ListedPolicy) =>
    actions.remove(policy).then(
      (deleted) => setResult({ tone: 'info', text: messages.deleted(policy.name), deleted }),
      (error: unknown) =>
        newerPolicy(error)?.isDeleted
          ? setResult({ tone: 'info', text: messages.deletedAlready })
          : fail(messages.notDeleted(explain(error))),
    );
  const undo = (deleted: Policy) =>
    actions.restore(deleted).then(
      ({ name }) => setResult({ tone: 'success', text: messages.restored(name) }),
      (error: unknown) =>
        newerPolicy(error)?.isDeleted === false
          ? setResult({ tone: 'info', text: messages.restoredAlready })
          : fail(messages.notRestored(explain(error)), deleted),
    );
  const deleted = result?.deleted;
  const noneHint = (
    <p>
      <Sentence
        text={messages.list.noneHint}
        values={{ organization: session.organization.name }}
      />
    </p>
  );
  return (
    <ListView
      search={
        policies?.length || query
          ? {
              label: messages.search,
              value: query,
              onText: (text) => {
                forgetResult();
                setQuery(text);
              },
            }
          : null
      }
      controls={
        canCreate ? (
          <Button kind="primary" aria-keyshortcuts={CREATE_KEYS} onClick={create}>
            {messages.create}
            <span className={styles.key} aria-hidden="true" translate="no" data-keyboard-only>
              {navigator.platform.startsWith('Mac') ? '⌥N' : CREATE_KEYS}
            </span>
          </Button>
        ) : null
      }
      status={search && policies ? messages.matches(policies.length, list.hasNextPage, search) : ''}
      list={list}
      failure={list.error && explain(list.error)}
      items={policies}
      isBusy={opening.isPending}
      loading={messages.list.loading}
      none={search === '' ? { heading: messages.list.none, hint: noneHint } : null}
      row={(policy) => (
        <PolicyRow
          key={policy.id}
          policy={policy}
          onOpen={() => opening.mutate(policy)}
          onDelete={() => remove(policy)}
        />
      )}
      result={
        <Notice notice={result} onDismiss={() => setResult(null)}>
          {deleted ? (
            // It takes the focus, which the deleted row has lost.
            <Button
              key={deleted.id}
              kind="link"
              autoFocus
              aria-label={messages.undoLabel(deleted.name)}
              onClick={() => undo(deleted)}
            >
              {messages.undo}
            </Button>
          ) : null}
        </Notice>
      }
    >
      {viewed ? <PolicyDialog policy={viewed} onClose={() => setViewed(null)} /> : null}
      {edited ? (
        <PolicyEditor
          draft={edited}
          isRestored={isRestored}
          onDraft={(draft) => policyDraft.write(session, draft)}
          onSave={save}
          onClose={close}
        />
      ) : null}
    </ListView>
  );
}
