import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  isSamePolicyInput,
  normalizePolicy,
  type PolicyDraft,
  type PolicyInput,
  type PolicyProblem,
  validatePolicy,
} from '#machines/rules/policy.ts';
import { explain } from '#src/api/api-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { isComposing } from '#src/ui/is-composing.ts';
import { Notice } from '#src/ui/notice.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import { newerPolicy, type Policy } from '../use-policies.ts';
import { PolicyConflict } from './policy-conflict.tsx';
import styles from './policy-editor.module.css';
import { PolicyStateField } from './policy-state-field.tsx';
import { TextArea } from './text-area.tsx';

const { editor } = messages;

type Progress = 'restored' | 'editing' | 'saving' | 'confirmingDiscard';

export interface PolicyEditorProps {
  /** What is written, and what it changes. */
  readonly draft: PolicyDraft;
  /** Whether it was being written before. */
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
  const [problem, setProblem] = useState<PolicyProblem | null>(null);
  const [errorIsRead, setErrorIsRead] = useState(false);
  const [progress, setProgress] = useState<Progress>(isRestored ? 'restored' : 'editing');
  const [failure, setFailure] = useState<string | null>(null);
  /** The policy as somebody else has left it meanwhile. */
  const [newer, setNewer] = useState<Policy | null>(null);
  const restoredId = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const descriptionField = useRef<HTMLTextAreaElement>(null);
  /** What had the focus when the question about unsaved input took it. */
  const focusedBefore = useRef<Element | null>(null);
  const isUnsaved = !isSamePolicyInput(input, original);
  useBeforeUnloadWarning(isUnsaved);

  const updateDraft = (changes: Partial<PolicyDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    onDraft(changed);
    return changed;
  };
  const change = (changes: Partial<PolicyInput>) => {
    if (progress === 'saving') return;
    updateDraft({ input: { ...input, ...changes } });
    setProblem(null);
    setFailure(null);
    setProgress('editing');
  };
  const send = async (sent: PolicyDraft) => {
    setNewer(null);
    setFailure(null);
    setProgress('saving');
    try {
      await onSave(sent, normalizePolicy(sent.input));
      onClose();
    } catch (error) {
      const current = newerPolicy(error);
      setNewer(current);
      if (current === null) setFailure(editor.failed(explain(error)));
      setProgress('editing');
    }
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (progress === 'saving' || newer !== null) return;
    const newProblem = validatePolicy(input);
    // An alert that stays is not announced again.
    flushSync(() => setProblem(null));
    setProblem(newProblem);
    if (newProblem === null) return send(draft);
    const field = newProblem === 'description_too_long' ? descriptionField : nameField;
    setErrorIsRead(document.activeElement !== field.current);
    field.current?.focus();
  };
  const keepMine = ({ id, version, isDeleted }: Policy) =>
    send(updateDraft(isDeleted ? { id: crypto.randomUUID(), version: 0 } : { id, version }));
  const keepTheirs = ({ version, name, description, state, isDeleted }: Policy) => {
    if (isDeleted) return onClose();
    const theirs = { name, description, state };
    updateDraft({ version, original: theirs, input: theirs });
    setNewer(null);
  };
  const cancel = () => {
    if (progress === 'saving') return;
    if (newer !== null) return setNewer(null);
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

  const shown = problem ?? problemWhileTyping(input);
  const isAboutDescription = shown === 'description_too_long';
  const error = shown && editor.problems[shown];
  return (
    <Dialog
      title={draft.version === 0 ? editor.create : editor.edit}
      // It opens by itself: its description says why.
      describedBy={progress === 'restored' ? restoredId : undefined}
      onClose={cancel}
    >
      {newer === null ? (
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
          <Notice notice={failure === null ? null : { tone: 'error', text: failure }} />
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
      ) : (
        <PolicyConflict
          newer={newer}
          mine={input}
          onKeepMine={() => keepMine(newer)}
          onKeepTheirs={() => keepTheirs(newer)}
        />
      )}
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

function useBeforeUnloadWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
