import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { isComposing } from '#src/ui/is-composing.ts';
import { Notice } from '#src/ui/notice.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useSettled } from '#src/ui/use-settled.ts';
import { messages } from '../messages.ts';
import {
  EMPTY_POLICY,
  isSameName,
  isSamePolicyInput,
  normalizePolicy,
  type Policy,
  type PolicyInput,
  type PolicyProblem,
  validatePolicy,
} from '../policy.ts';
import styles from './policy-editor.module.css';
import { PolicyStateField } from './policy-state-field.tsx';
import { TextArea } from './text-area.tsx';

const { editor } = messages;

type Progress = 'restored' | 'editing' | 'saving' | 'failed' | 'confirmingDiscard';

interface PolicyEditorProps {
  /** The policy when the editor was opened; `null` for a new one. */
  readonly policy: Policy | null;
  /** What was being written before; `null` if nothing was. */
  readonly draft: PolicyInput | null;
  /** The same policy as it is stored now; `null` when it was deleted. */
  readonly latest: Policy | null;
  /** The policies of the organization. */
  readonly policies: readonly Policy[];
  readonly onChange: (input: PolicyInput) => void;
  /** Resolves to whether the input was saved. */
  readonly onSave: (input: PolicyInput) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Edits a new or existing policy. Asks before it discards unsaved input (R17.6). */
export function PolicyEditor(props: PolicyEditorProps) {
  const { policy, draft, latest, policies, onChange, onSave, onClose } = props;
  const original: PolicyInput = policy ?? EMPTY_POLICY;
  const [input, setInput] = useState<PolicyInput>(draft ?? original);
  const [problem, setProblem] = useState<PolicyProblem | null>(null);
  const [errorIsRead, setErrorIsRead] = useState(false);
  const [progress, setProgress] = useState<Progress>(draft === null ? 'editing' : 'restored');
  const restoredId = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const descriptionField = useRef<HTMLTextAreaElement>(null);
  /** What had the focus when the question about unsaved input took it. */
  const focusedBefore = useRef<Element | null>(null);
  const isUnsaved = !isSamePolicyInput(input, original);
  useBeforeUnloadWarning(isUnsaved);

  const change = (changes: Partial<PolicyInput>) => {
    if (progress === 'saving') return;
    const changed = { ...input, ...changes };
    setInput(changed);
    onChange(changed);
    setProblem(null);
    setProgress('editing');
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (progress === 'saving') return;
    const newProblem = validatePolicy(input);
    // An alert that stays is not announced again.
    flushSync(() => setProblem(null));
    setProblem(newProblem);
    if (newProblem !== null) {
      const field = newProblem === 'description_too_long' ? descriptionField : nameField;
      setErrorIsRead(document.activeElement !== field.current);
      field.current?.focus();
      return;
    }
    setProgress('saving');
    const isSaved = await onSave(normalizePolicy(input));
    if (isSaved) onClose();
    else setProgress('failed');
  };
  const cancel = () => {
    if (progress === 'saving') return;
    if (!isUnsaved) return onClose();
    if (progress === 'confirmingDiscard') return keepEditing();
    focusedBefore.current = document.activeElement;
    setProgress('confirmingDiscard');
  };
  const keepEditing = () => {
    setProgress('editing');
    const field = focusedBefore.current;
    // The button that asked is gone while the question is shown.
    if (field instanceof HTMLElement && field.isConnected) field.focus();
    else nameField.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    save();
  };

  const isNameTaken = policies.some(
    ({ id, name }) => id !== policy?.id && isSameName(name, input.name),
  );
  const nameHint = useSettled(isNameTaken && input.name !== original.name ? editor.sameName : '');
  const shown = problem ?? problemWhileTyping(input);
  const isAboutDescription = shown === 'description_too_long';
  const error = shown && editor.problems[shown];
  return (
    <Dialog
      title={policy === null ? editor.create : editor.edit}
      // It opens by itself: its description says why.
      describedBy={progress === 'restored' ? restoredId : undefined}
      onClose={cancel}
    >
      <form className={styles.form} onSubmit={save} onKeyDown={handleKeyDown} noValidate>
        {progress === 'restored' ? (
          <p className={styles.restored} id={restoredId}>
            {editor.restored}
          </p>
        ) : null}
        <TextField
          ref={nameField}
          label={editor.name}
          aria-required
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="done"
          autoFocus
          value={input.name}
          error={isAboutDescription ? null : error}
          errorIsRead={errorIsRead}
          onText={(name) => change({ name })}
        />
        <TextArea
          ref={descriptionField}
          label={editor.description}
          autoComplete="off"
          autoCapitalize="sentences"
          enterKeyHint="enter"
          rows={6}
          value={input.description}
          error={isAboutDescription ? error : null}
          errorIsRead={errorIsRead}
          onChange={(event) => change({ description: event.target.value })}
        />
        <PolicyStateField value={input.state} onChange={(state) => change({ state })} />
        <Notice notice={editorNotice(progress, conflict(policy, latest) ?? (nameHint || null))} />
        {progress === 'confirmingDiscard' ? (
          <DiscardConfirmation onDiscard={onClose} onKeep={keepEditing} />
        ) : (
          <DialogActions>
            <Button kind="quiet" inactive={progress === 'saving'} onClick={cancel}>
              {editor.cancel}
            </Button>
            <Button type="submit" kind="primary" busy={progress === 'saving'}>
              {progress === 'saving' ? editor.saving : editor.save}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

interface DiscardConfirmationProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks whether to discard the input. The button that keeps it has the focus. */
function DiscardConfirmation({ onDiscard, onKeep }: DiscardConfirmationProps) {
  return (
    <div className={styles.confirmation}>
      <p className={styles.question} role="alert">
        {editor.unsaved}
      </p>
      <DialogActions>
        <Button kind="quiet" onClick={onDiscard}>
          {editor.discard}
        </Button>
        <Button kind="primary" autoFocus onClick={onKeep}>
          {editor.keep}
        </Button>
      </DialogActions>
    </div>
  );
}

/** The problem to show while a person types: a text that is too long, but not a name that is still missing. */
function problemWhileTyping(input: PolicyInput): PolicyProblem | null {
  const problem = validatePolicy(input);
  return problem === 'name_missing' ? null : problem;
}

/** The sentence about a change by another tab, if there was one. */
function conflict(policy: Policy | null, latest: Policy | null): string | null {
  if (policy === null) return null;
  if (latest === null) return editor.goneElsewhere;
  return latest.updatedAt === policy.updatedAt ? null : editor.changedElsewhere;
}

function editorNotice(progress: Progress, conflictText: string | null) {
  if (progress === 'failed') return { tone: 'error' as const, text: editor.failed };
  if (conflictText === null || progress === 'saving') return null;
  return { tone: 'info' as const, text: conflictText };
}

function useBeforeUnloadWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
