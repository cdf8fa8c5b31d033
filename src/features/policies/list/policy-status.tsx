import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Sentence } from '#src/ui/sentence.tsx';
import { messages } from '../messages.ts';
import type { Policy } from '../policy.ts';
import styles from './policy-status.module.css';

/** What the page has to say about the last thing that was done. */
export type PolicyActionResult =
  | { readonly what: 'done'; readonly text: string }
  | { readonly what: 'failed'; readonly text: string }
  | {
      readonly what: 'deleted';
      readonly policy: Policy;
      /** Bringing it back was tried, and failed. */
      readonly failed?: boolean;
    };

interface PolicyStatusProps {
  readonly saying: PolicyActionResult | null;
  readonly onUndo: (policy: Policy) => void;
  readonly onDismiss: () => void;
}

/** Says what was done; what was deleted can be brought back for as long as it stands here. */
export function PolicyStatus({ saying, onUndo, onDismiss }: PolicyStatusProps) {
  const deleted = saying?.what === 'deleted' ? saying : null;
  const failure = failureOf(saying);
  return (
    <div className={styles.place}>
      {failure === null ? null : (
        <Notice
          notice={{ tone: 'error', text: failure, requestId: null, remedy: null }}
          onDismiss={onDismiss}
        />
      )}
      <div className={styles.status} role="status">
        {saying?.what === 'done' ? <p className={styles.done}>{saying.text}</p> : null}
        {deleted === null ? null : (
          <p className={styles.words}>
            <Sentence text={messages.deleted} values={{ name: deleted.policy.name }} />
          </p>
        )}
      </div>
      {deleted === null ? null : (
        <div className={styles.ways}>
          <Undo key={deleted.policy.id} policy={deleted.policy} onUndo={onUndo} />
          <Button kind="quiet" onClick={onDismiss}>
            {messages.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The row that had the focus goes: the way back is where a keyboard goes on. */
function Undo({ policy, onUndo }: { policy: Policy; onUndo: (policy: Policy) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button
      ref={button}
      aria-label={messages.undoLabel(policy.name)}
      onClick={() => onUndo(policy)}
    >
      {messages.undo}
    </Button>
  );
}

function failureOf(saying: PolicyActionResult | null): string | null {
  if (saying?.what === 'failed') return saying.text;
  return saying?.what === 'deleted' && saying.failed ? messages.undeleted : null;
}
