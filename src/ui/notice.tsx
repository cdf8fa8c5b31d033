import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';
import styles from './notice.module.css';

interface NoticeContent {
  readonly tone: 'error' | 'success' | 'info';
  readonly text: string;
  /** The provider's request id, for support (R15.3). */
  readonly requestId: string | null;
  readonly remedy: 'reload' | null;
}

interface NoticeProps {
  readonly notice: NoticeContent | null;
  /** Adds a button that dismisses the notice. */
  readonly onDismiss?: () => void;
}

/**
 * A message for the person (R15.1). Screen readers announce errors at once, other tones politely. The polite region
 * is always rendered, because a region that appears together with its text is often not announced.
 */
export function Notice({ notice, onDismiss }: NoticeProps) {
  const body = notice && <Body notice={notice} onDismiss={onDismiss} />;
  const isError = notice?.tone === 'error';
  return (
    <>
      {isError ? <div role="alert">{body}</div> : null}
      <div role="status">{isError ? null : body}</div>
    </>
  );
}

interface BodyProps {
  readonly notice: NoticeContent;
  readonly onDismiss: (() => void) | undefined;
}

function Body({ notice, onDismiss }: BodyProps) {
  return (
    <div className={[styles.notice, styles[notice.tone]].join(' ')}>
      <div className={styles.body}>
        <p className={styles.text} dir="auto">
          {notice.text}
        </p>
        {notice.remedy === 'reload' ? (
          <button type="button" className={styles.remedy} onClick={() => window.location.reload()}>
            {messages.reload}
          </button>
        ) : null}
        {notice.requestId === null ? null : <RequestId id={notice.requestId} />}
      </div>
      {onDismiss === undefined ? null : (
        <button
          type="button"
          className={styles.dismiss}
          aria-label={messages.dismiss}
          onClick={onDismiss}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}

function RequestId({ id }: { id: string }) {
  return (
    <p className={styles.request}>
      <span>{messages.requestId}</span> <code data-volatile>{id}</code>
      <CopyButton kind="link" text={id} label={messages.copyRequestId} />
    </p>
  );
}
