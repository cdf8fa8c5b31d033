import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogActions } from '#src/ui/dialog.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { messages } from '../messages.ts';
import {
  EMPTY_POLICY,
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

interface PolicyEditorProps {
  /** What is edited; `null` for a new one. */
  readonly policy: Policy | null;
  /** The same policy as the list has it now; `null` when it is gone from there. */
  readonly latest: Policy | null;
  /** Keeps the text; whether it was kept. */
  readonly onSave: (text: PolicyInput) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Where a policy is written. What was typed is given up only when the person says so. */
export function PolicyEditor({ policy, latest, onSave, onClose }: PolicyEditorProps) {
  const original: PolicyInput = policy ?? EMPTY_POLICY;
  const [text, setText] = useState<PolicyInput>(original);
  const [problem, setProblem] = useState<PolicyProblem | null>(null);
  const [progress, setProgress] = useState<'writing' | 'saving' | 'failed' | 'leaving'>('writing');
  const name = useRef<HTMLInputElement>(null);
  const unsaved = !isSamePolicyInput(text, original);
  useWarningBeforeUnload(unsaved);

  const change = (part: Partial<PolicyInput>) => {
    if (progress === 'saving') return;
    setText({ ...text, ...part });
    setProblem(null);
    setProgress('writing');
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (progress === 'saving') return;
    const found = validatePolicy(text);
    setProblem(found);
    if (found !== null) {
      if (found !== 'description_too_long') name.current?.focus();
      return;
    }
    setProgress('saving');
    const saved = await onSave(normalizePolicy(text));
    if (saved) onClose();
    else setProgress('failed');
  };
  const leave = () => {
    if (progress === 'saving') return;
    if (!unsaved) onClose();
    else setProgress(progress === 'leaving' ? 'writing' : 'leaving');
  };
  const keep = () => {
    setProgress('writing');
    name.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };

  const wrong = problem !== null && problem !== 'description_too_long';
  return (
    <Dialog title={policy === null ? editor.create : editor.edit} onClose={leave}>
      <form className={styles.form} onSubmit={save} onKeyDown={press} noValidate>
        <TextField
          ref={name}
          label={editor.name}
          autoComplete="off"
          autoFocus
          value={text.name}
          aria-invalid={wrong || undefined}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextArea
          label={editor.description}
          rows={6}
          value={text.description}
          aria-invalid={problem === 'description_too_long' || undefined}
          onChange={(event) => change({ description: event.target.value })}
        />
        <PolicyStateField value={text.state} onChange={(state) => change({ state })} />
        <Notice notice={sentence(problem, progress, elsewhere(policy, latest))} />
        {progress === 'leaving' ? (
          <Leaving onDiscard={onClose} onKeep={keep} />
        ) : (
          <DialogActions>
            <Button kind="quiet" inactive={progress === 'saving'} onClick={leave}>
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

/** Asked once, in place, before what was typed is given up; the safe answer has the focus. */
function Leaving({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <div className={styles.leaving}>
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

function elsewhere(policy: Policy | null, latest: Policy | null): string | null {
  if (policy === null) return null;
  if (latest === null) return editor.goneElsewhere;
  return latest.updatedAt === policy.updatedAt ? null : editor.changedElsewhere;
}

function sentence(problem: PolicyProblem | null, progress: string, changed: string | null) {
  const rest = { requestId: null, remedy: null };
  if (problem !== null) return { tone: 'error' as const, text: editor.problems[problem], ...rest };
  if (progress === 'failed') return { tone: 'error' as const, text: editor.failed, ...rest };
  if (changed === null || progress === 'saving') return null;
  return { tone: 'info' as const, text: changed, ...rest };
}

function useWarningBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
