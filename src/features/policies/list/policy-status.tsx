import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { useLateAnnouncement } from '#src/ui/use-late-announcement.ts';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import styles from './policy-status.module.css';

/** The result of the latest action on a policy. */
export type PolicyActionResult =
  /** `text` has a place for the name. */
  | { readonly kind: 'done'; readonly text: string; readonly name: string }
  | {
      readonly kind: 'deleted';
      /** All that were deleted one after another, the latest last: they can be brought back together. */
      readonly policies: readonly Policy[];
      /** The id of the policy beside the last one in the list, which takes the focus when this result is dismissed. */
      readonly next: string | null;
      /** Why the latest deletion or its undoing has failed. */
      readonly failure?: string;
    };

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
  const region = useRef<HTMLDivElement>(null);
  useLateAnnouncement(region, result === null || failure !== undefined ? null : count);
  return (
    <div className={styles.container}>
      {failure === undefined ? null : (
        <Notice
          key={count}
          notice={{ tone: 'error', text: failure, requestId: null, remedy: null }}
          onDismiss={onDismiss}
        />
      )}
      <div className={styles.status} role="status" ref={region}>
        {result?.kind === 'done' ? (
          <p key={count} className={styles.done}>
            <Sentence text={result.text} values={{ name: result.name }} />
          </p>
        ) : null}
        {latest && (
          <p key={count} className={styles.deleted}>
            <Sentence text={messages.deleted(policies.length)} values={{ name: latest.name }} />
          </p>
        )}
      </div>
      {latest && (
        <div className={styles.actions}>
          <UndoButton
            key={latest.id}
            label={messages.undoLabel(policies.length, latest.name)}
            isHeld={isHeld}
            onUndo={() => onUndo(policies)}
          />
          <Button kind="quiet" inactive={isHeld} onClick={onDismiss}>
            {messages.dismiss}
          </Button>
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
