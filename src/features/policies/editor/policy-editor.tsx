import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import {
  isSamePolicyInput,
  normalizePolicy,
  type PolicyDraft,
  type PolicyInput,
  type PolicyProblem,
  validatePolicy,
} from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { Button } from '#src/ui/controls/button.tsx';
import { Dialog, DialogActions } from '#src/ui/controls/dialog.tsx';
import form from '#src/ui/controls/dialog-form.module.css';
import { Form } from '#src/ui/controls/form.tsx';
import { TextField } from '#src/ui/controls/text-field.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { messages } from '../messages.ts';
import { newerPolicy, type Policy } from '../use-policies.ts';
import { PolicyConflictNotice } from './policy-conflict.tsx';
import styles from './policy-editor.module.css';

const { editor, conflict, problems } = messages;

/** The field that is wrong. */
const WRONG_FIELDS: Readonly<Record<PolicyProblem, 'name' | 'description'>> = {
  name_missing: 'name',
  name_too_long: 'name',
  description_too_long: 'description',
};

type Progress = 'restored' | 'editing' | 'refused' | 'leaving';

export interface PolicyEditorProps {
  /** What is written, and what it changes. */
  readonly draft: PolicyDraft;
  /** Whether it was being written when the session ended or the page was left. */
  readonly isRestored: boolean;
  readonly onDraft: (draft: PolicyDraft) => void;
  /** Rejects when the input was not saved. */
  readonly onSave: (draft: PolicyDraft, input: PolicyInput) => Promise<void>;
  readonly onClose: () => void;
}

/** Edits a new or existing policy. Asks before it discards what was typed (R17.6) or replaces a newer text (R17.9). */
export function PolicyEditor(props: PolicyEditorProps) {
  const { isRestored, onDraft, onSave, onClose } = props;
  const [draft, setDraft] = useState(props.draft);
  const { original, input } = draft;
  const [progress, setProgress] = useState<Progress>(isRestored ? 'restored' : 'editing');
  const saving = useMutation({
    mutationFn: (sent: PolicyDraft) => onSave(sent, normalizePolicy(sent.input)),
    onSuccess: onClose,
  });
  const { isPending: isSaving } = saving;
  /** The policy as somebody else has left it meanwhile. */
  const newer = newerPolicy(saving.error);
  const restoredId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const isUnsaved = !isSamePolicyInput(input, original);

  const updateDraft = (changes: Partial<PolicyDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    onDraft(changed);
    return changed;
  };
  const change = (changes: Partial<PolicyInput>) => {
    if (isSaving) return;
    updateDraft({ input: { ...input, ...changes } });
    setProgress('editing');
    if (newer === null) saving.reset();
  };
  const problem = validatePolicy(input);
  const submit = () => {
    if (isSaving) return;
    if (problem !== null) {
      setProgress('refused');
      const field = fields.current?.elements.namedItem(WRONG_FIELDS[problem]);
      if (field instanceof HTMLElement) field.focus();
    } else if (newer === null) {
      saving.mutate(draft);
    } else {
      const { version, isDeleted } = newer;
      saving.mutate(updateDraft(isDeleted ? { id: crypto.randomUUID(), version: 0 } : { version }));
    }
  };
  const keepTheirs = ({ version, name, description, state, isDeleted }: Policy) => {
    if (isDeleted) return onClose();
    const theirs = { name, description, state };
    updateDraft({ version, original: theirs, input: theirs });
    saving.reset();
  };
  const cancel = () => {
    if (isSaving) return;
    if (!isUnsaved) return onClose();
    setProgress('leaving');
  };

  // A name that is still missing is no problem while a person types.
  const isShown = problem !== 'name_missing' || progress === 'refused';
  const wrongField = problem && isShown ? WRONG_FIELDS[problem] : null;
  const error = problem && problems[problem];
  const failure = saving.error && !newer && editor.failed(explain(saving.error));
  return (
    <>
      {/* Before the editor, so that it is closed first: each dialog returns the focus to where it was. */}
      {progress === 'leaving' ? (
        <Dialog title={editor.discard.heading} onClose={() => setProgress('editing')}>
          <DialogActions>
            <Button kind="quiet" onClick={onClose}>
              {editor.discard.discard}
            </Button>
            <Button kind="primary" ref={takeFocus} onClick={() => setProgress('editing')}>
              {editor.discard.keep}
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
      <Dialog
        title={draft.version === 0 ? editor.new : editor.edit}
        // A restored draft opens the dialog by itself: the description says why.
        describedBy={progress === 'restored' ? restoredId : undefined}
        onClose={cancel}
      >
        <Form ref={fields} onSubmit={submit}>
          {newer ? <PolicyConflictNotice newer={newer} /> : null}
          {progress === 'restored' ? (
            <p className={styles.restored} id={restoredId}>
              {editor.restored}
            </p>
          ) : null}
          <TextField
            name="name"
            label={editor.name}
            aria-required
            autoComplete="off"
            autoCapitalize="sentences"
            enterKeyHint="done"
            autoFocus
            value={input.name}
            error={wrongField === 'name' ? error : null}
            onText={(name) => change({ name })}
          />
          <TextField
            name="description"
            label={editor.description}
            rows={6}
            value={input.description}
            error={wrongField === 'description' ? error : null}
            onText={(description) => change({ description })}
          />
          <fieldset className={form.choices}>
            <legend>{editor.state}</legend>
            {(['draft', 'active'] as const).map((state) => (
              <label key={state}>
                <input
                  type="radio"
                  name="state"
                  checked={input.state === state}
                  onChange={() => change({ state })}
                />
                <span>{messages.states[state]}</span>
              </label>
            ))}
          </fieldset>
          <Notice notice={failure ? { tone: 'error', text: failure } : null} />
          <DialogActions>
            {newer ? (
              <Button kind="quiet" onClick={() => keepTheirs(newer)}>
                {newer.isDeleted ? conflict.discardMine : conflict.keepTheirs}
              </Button>
            ) : (
              <Button kind="quiet" inactive={isSaving} onClick={cancel}>
                {editor.cancel}
              </Button>
            )}
            <Button type="submit" kind="primary" busy={isSaving}>
              {isSaving ? editor.saving : saveLabel(newer)}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

/** The dialog gives it the focus when it opens. React has no attribute for that. */
function takeFocus(button: HTMLElement | null): void {
  button?.setAttribute('autofocus', '');
}

function saveLabel(newer: Policy | null): string {
  if (newer === null) return editor.save;
  return newer.isDeleted ? conflict.saveAsNew : conflict.keepMine;
}
