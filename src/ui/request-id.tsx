import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import { lateMessages } from './late-messages.ts';
import styles from './request-id.module.css';

/** The provider's request id, behind "Details", to copy for support (R15.3). */
export function RequestId({ id }: { id: string }) {
  const code = useRef<HTMLElement>(null);
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{lateMessages.details}</summary>
      <p className={styles.request}>
        <span>{lateMessages.requestId}</span>
        <code data-volatile ref={code} translate="no">
          {id}
        </code>
        <CopyButton kind="link" text={id} label={lateMessages.copyRequestId} source={code} />
      </p>
    </details>
  );
}
