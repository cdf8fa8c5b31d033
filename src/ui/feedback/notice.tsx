import { type ReactNode, useEffect, useRef } from 'react';
import { Sentence } from '../elements/sentence.tsx';
import { lazyComponent } from '../hooks/lazy-component.ts';
import { useAnnouncement } from '../hooks/use-announcement.ts';
import { messages } from '../messages.ts';
import styles from './notice.module.css';

/** Few notices have an id. */
const RequestId = lazyComponent(async () => (await import('./request-id.tsx')).RequestId, null);

interface NoticeContent {
  readonly tone: 'error' | 'success' | 'info';
  readonly text: string;
  /** The provider's request id, for support (R15.3). */
  readonly requestId?: string | null;
}

interface NoticeProps {
  readonly notice: NoticeContent | null;
  /** The id of the sentence, for the control that it describes. */
  readonly textId?: string;
  /** Adds a button that dismisses the notice. */
  readonly onDismiss?: () => void;
  /** The buttons of what the person can do about it. */
  readonly children?: ReactNode;
}

/**
 * A message for the person (R15.1). Screen readers announce errors at once, other tones politely, and only the sentence:
 * the controls beside it are outside of the live region. The polite region is always rendered, because a region that
 * appears together with its text is often not announced.
 */
export function Notice({ notice, textId, onDismiss, children }: NoticeProps) {
  const container = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const sentence = notice?.text;
  useEffect(() => {
    // A notice can appear outside of a small window: it scrolls into view, whatever caused it.
    if (sentence !== undefined) container.current?.scrollIntoView({ block: 'nearest' });
  }, [sentence]);
  const isError = notice?.tone === 'error';
  useAnnouncement(region, isError ? null : sentence);
  const text = notice && (
    <p className={styles.text} id={textId}>
      <Sentence text={notice.text} />
    </p>
  );
  return (
    <div
      ref={container}
      className={notice ? styles.notice : undefined}
      data-tone={notice?.tone}
      data-empty={notice === null || undefined}
    >
      <div className={notice ? styles.body : undefined}>
        {isError ? <div role="alert">{text}</div> : null}
        <div role="status" ref={region}>
          {isError ? null : text}
        </div>
        {children ? <div className={styles.actions}>{children}</div> : null}
        {notice?.requestId ? <RequestId id={notice.requestId} /> : null}
      </div>
      {notice && onDismiss && (
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
