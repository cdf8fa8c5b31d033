import { PolicyDialog } from './editor/policy-dialog.tsx';
import { PolicyEditor } from './editor/policy-editor.tsx';
import type { Policy, PolicyDraft, PolicyInput } from './policy.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';

export type OpenDialog =
  | { readonly kind: 'shortcuts' }
  | {
      readonly kind: 'policy';
      /** `null` for a new one. */
      readonly policy: Policy | null;
      /** What was being written when the session ended or the page was left. */
      readonly draft?: PolicyInput;
    };

export interface PolicyDialogsProps {
  readonly dialog: OpenDialog;
  /** The policies of the organization. */
  readonly policies: readonly Policy[];
  readonly canCreate: boolean;
  readonly canEdit: boolean;
  readonly hasShortcuts: boolean;
  readonly onToggleShortcuts: (enabled: boolean) => void;
  readonly onDraft: (draft: PolicyDraft) => void;
  readonly onSave: (edited: Policy | null, input: PolicyInput) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The dialog that is open on the policies page. */
export function PolicyDialogs(props: PolicyDialogsProps) {
  const { dialog, policies, canCreate, canEdit, onClose } = props;
  if (dialog.kind === 'shortcuts') {
    return (
      <ShortcutsDialog
        canCreate={canCreate}
        canSearch={policies.length > 0}
        isEnabled={props.hasShortcuts}
        onToggle={props.onToggleShortcuts}
        onClose={onClose}
      />
    );
  }
  const { policy, draft = null } = dialog;
  if (policy !== null && !canEdit) return <PolicyDialog policy={policy} onClose={onClose} />;
  return (
    <PolicyEditor
      policy={policy}
      draft={draft}
      policies={policies}
      latest={policies.find(({ id }) => id === policy?.id) ?? null}
      onChange={(input) => props.onDraft({ input, policy })}
      onSave={(input) => props.onSave(policy, input)}
      onClose={onClose}
    />
  );
}
