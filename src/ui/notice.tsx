import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';
import styles from './notice.module.css';

interface NoticeContent {
  readonly tone: 'error' | 'success' | 'info';
  readonly text: string;
  /** Quoted to support, small and copyable. */
  readonly requestId: string | null;
  readonly remedy: 'reload' | null;
}

interface NoticeProps {
  readonly notice: NoticeContent | null;
  /** Given where the sentence may be sent away. */
  readonly onDismiss?: () => void;
}

/**
 * One sentence for the person (R15.1, R15.3). Errors are read out at once; the rest waits its turn in a region
 * that is always there, for one that comes with its text is often missed.
 */
export function Notice({ notice, onDismiss }: NoticeProps) {
  const body = notice && <Body notice={notice} onDismiss={onDismiss} />;
  const urgent = notice?.tone === 'error';
  return (
    <>
      {urgent ? <div role="alert">{body}</div> : null}
      <div role="status">{urgent ? null : body}</div>
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

/** The id of a request, to quote to support. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className={styles.request}>
      <span>{messages.requestId}</span> <code>{id}</code>
      <CopyButton kind="link" text={id} label={messages.copyRequestId} />
    </p>
  );
}
