import { useRef } from 'react';
import { CopyButton } from '../controls/copy-button.tsx';
import { messages } from '../messages.ts';
import styles from './request-id.module.css';

/** The provider's request id, behind "Details", to copy for support (R15.3). */
export function RequestId({ id }: { id: string }) {
  const code = useRef<HTMLElement>(null);
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{messages.details}</summary>
      <p className={styles.request}>
        <span>{messages.requestId}</span>
        <code data-volatile ref={code} translate="no">
          {id}
        </code>
        <CopyButton kind="link" text={id} label={messages.copyRequestId} source={code} />
      </p>
    </details>
  );
}
