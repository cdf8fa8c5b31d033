import type { PolicyDraft } from '#machines/rules/policy.ts';
import { PolicyDialog } from './editor/policy-dialog.tsx';
import { PolicyEditor, type PolicyEditorProps } from './editor/policy-editor.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import type { Policy } from './use-policies.ts';

export type OpenDialog =
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'read'; readonly policy: Policy }
  | {
      readonly kind: 'edit';
      readonly draft: PolicyDraft;
      /** Whether it was being written when the session ended or the page was left. */
      readonly isRestored: boolean;
    };

export interface PolicyDialogsProps
  extends Pick<PolicyEditorProps, 'onDraft' | 'onSave' | 'onClose'> {
  readonly dialog: OpenDialog;
  /** Whether there is a search. */
  readonly hasSearch: boolean;
  readonly hasShortcuts: boolean;
  readonly onToggleShortcuts: (enabled: boolean) => void;
}

/** The dialog that is open on the policies page. */
export function PolicyDialogs(props: PolicyDialogsProps) {
  const { dialog, hasSearch, hasShortcuts, onToggleShortcuts, onClose } = props;
  if (dialog.kind === 'read') return <PolicyDialog policy={dialog.policy} onClose={onClose} />;
  if (dialog.kind === 'edit') return <PolicyEditor {...props} {...dialog} />;
  return (
    <ShortcutsDialog
      canSearch={hasSearch}
      isEnabled={hasShortcuts}
      onToggle={onToggleShortcuts}
      onClose={onClose}
    />
  );
}
