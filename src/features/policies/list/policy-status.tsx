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
  | { readonly kind: 'failed'; readonly text: string }
  | {
      readonly kind: 'deleted';
      readonly policy: Policy;
      /** The id of the policy beside it in the list, which takes the focus when this result is dismissed. */
      readonly next: string | null;
      readonly undoFailed?: boolean;
    };

interface PolicyStatusProps {
  readonly result: PolicyActionResult | null;
  /** Another number for each result: the same sentence is then announced again. */
  readonly count: number;
  /** No action can be started now. */
  readonly isHeld: boolean;
  readonly onUndo: (policy: Policy) => void;
  readonly onDismiss: () => void;
}

/** Announces the result of the latest action. A deletion can be undone while it is shown (R17.3). */
export function PolicyStatus({ result, count, isHeld, onUndo, onDismiss }: PolicyStatusProps) {
  const deleted = result?.kind === 'deleted' ? result : null;
  const failure = failureText(result);
  const region = useRef<HTMLDivElement>(null);
  useLateAnnouncement(region, result === null || result.kind === 'failed' ? null : count);
  return (
    <div className={styles.container}>
      {failure === null ? null : (
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
        {deleted === null ? null : (
          <p key={count} className={styles.deleted}>
            <Sentence text={messages.deleted} values={{ name: deleted.policy.name }} />
          </p>
        )}
      </div>
      {deleted === null ? null : (
        <div className={styles.actions}>
          <UndoButton
            key={deleted.policy.id}
            policy={deleted.policy}
            isHeld={isHeld}
            onUndo={onUndo}
          />
          <Button kind="quiet" inactive={isHeld} onClick={onDismiss}>
            {messages.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Takes the focus, which the deleted row has lost. */
function UndoButton({
  policy,
  isHeld,
  onUndo,
}: Pick<PolicyStatusProps, 'isHeld' | 'onUndo'> & { policy: Policy }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      inactive={isHeld}
      aria-label={messages.undoLabel(policy.name)}
      onClick={() => onUndo(policy)}
    >
      {messages.undo}
    </Button>
  );
}

function failureText(result: PolicyActionResult | null): string | null {
  if (result?.kind === 'failed') return result.text;
  return result?.kind === 'deleted' && result.undoFailed ? messages.undoFailed : null;
}
