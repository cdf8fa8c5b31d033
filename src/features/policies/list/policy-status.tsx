import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { DismissButton, Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { useLateAnnouncement } from '#src/ui/use-late-announcement.ts';
import { messages } from '../messages.ts';
import type { Policy } from '../use-policies.ts';
import styles from './policy-status.module.css';

/** The result of the latest action on a policy. */
export type PolicyActionResult = {
  /** The id of the policy that takes the focus when this result is dismissed: its own, or the one beside a deleted one. */
  readonly next: string | null;
} & (
  | {
      readonly kind: 'done';
      /** Has a place for the name. */
      readonly text: string;
      readonly name: string;
    }
  | {
      readonly kind: 'deleted';
      /** All that were deleted one after another, the latest last: they can be brought back together. */
      readonly policies: readonly Policy[];
      /** Why the latest deletion or its undoing has failed. */
      readonly failure?: string;
    }
);

interface PolicyStatusProps {
  readonly result: PolicyActionResult | null;
  /** Another number for each result: the same sentence is then announced again. */
  readonly count: number;
  /** No action can be started now. */
  readonly isHeld: boolean;
  readonly onUndo: (policies: readonly Policy[]) => void;
  readonly onDismiss: () => void;
}

/** Announces the result of the latest action. Deletions can be undone while they are shown (R17.3). */
export function PolicyStatus({ result, count, isHeld, onUndo, onDismiss }: PolicyStatusProps) {
  const { policies, failure } = result?.kind === 'deleted' ? result : NONE_DELETED;
  const latest = policies.at(-1);
  const said =
    result?.kind === 'done'
      ? result
      : latest && { text: messages.deleted(policies.length), name: latest.name };
  const region = useRef<HTMLDivElement>(null);
  useLateAnnouncement(region, result === null || failure !== undefined ? null : count);
  return (
    <div className={styles.container}>
      {failure === undefined ? null : (
        <Notice key={count} notice={{ tone: 'error', text: failure }} onDismiss={onDismiss} />
      )}
      <div className={styles.status} role="status" ref={region}>
        {said && (
          <p key={count} className={latest ? styles.deleted : styles.done}>
            <Sentence text={said.text} values={{ name: said.name }} />
          </p>
        )}
      </div>
      {said && (
        <div className={styles.actions}>
          {latest && (
            <UndoButton
              key={latest.id}
              label={messages.undoLabel(policies.length, latest.name)}
              isHeld={isHeld}
              onUndo={() => onUndo(policies)}
            />
          )}
          <DismissButton onDismiss={onDismiss} />
        </div>
      )}
    </div>
  );
}

const NONE_DELETED = { policies: [], failure: undefined } as const;

interface UndoButtonProps {
  readonly label: string;
  readonly isHeld: boolean;
  readonly onUndo: () => void;
}

/** Takes the focus, which the deleted row has lost. */
function UndoButton({ label, isHeld, onUndo }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} inactive={isHeld} aria-label={label} onClick={onUndo}>
      {messages.undo}
    </Button>
  );
}
