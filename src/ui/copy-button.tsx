import { type RefObject, useState } from 'react';
import { Button } from './button.tsx';
import styles from './copy-button.module.css';
import { lateMessages } from './late-messages.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Accessible name: "Copy" alone does not name what is copied. */
  readonly label: string;
  readonly kind?: 'secondary' | 'quiet' | 'link';
  /** What shows the text: selected when the browser does not let the page copy. */
  readonly source: RefObject<HTMLElement | null>;
}

/** Copies a text to the clipboard, and announces the outcome: in its label, or under it when it has failed. */
export function CopyButton({ text, label, kind = 'secondary', source }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const isCopied = outcome === 'copied';
  const fail = () => {
    setOutcome('failed');
    if (source.current !== null) getSelection()?.selectAllChildren(source.current);
  };
  const copy = () => void copyText(text).then(() => setOutcome('copied'), fail);
  return (
    <>
      {/* One name for both texts: a new one would be read beside the announcement. */}
      <Button kind={kind} onClick={copy} aria-label={label}>
        <span aria-live="polite">{isCopied ? lateMessages.copied : lateMessages.copy}</span>
      </Button>
      <span className={styles.failure} role="status">
        {outcome === 'failed' ? lateMessages.copyFailed : null}
      </span>
    </>
  );
}

/** Async, so that it rejects instead of throwing where an insecure origin has no `navigator.clipboard`. */
async function copyText(text: string): Promise<void> {
  // eslint-disable-next-line baseline-js/use-baseline -- Only reading the clipboard is young.
  await navigator.clipboard.writeText(text);
}
