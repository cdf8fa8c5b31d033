import { type RefObject, useState } from 'react';
import { messages } from '../messages.ts';
import { Button } from './button.tsx';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  /** Accessible name: "Copy" alone does not name what is copied. */
  readonly label: string;
  readonly kind?: 'secondary' | 'quiet' | 'link';
  /** What shows the text: selected when the browser does not let the page copy. */
  readonly source: RefObject<HTMLElement | null>;
  /** What the button says; without it, "Copy". */
  readonly children?: string;
}

/** Copies a text to the clipboard, and says the outcome under the button. */
export function CopyButton({
  text,
  label,
  kind = 'secondary',
  source,
  children = messages.copy,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState({ text: '', count: 0 });
  const show = (said: string) => setOutcome(({ count }) => ({ text: said, count: count + 1 }));
  const fail = () => {
    show(messages.copyFailed);
    if (source.current !== null) getSelection()?.selectAllChildren(source.current);
  };
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => show(messages.copied), fail);
  };
  return (
    <>
      <Button kind={kind} onClick={copy} aria-label={label}>
        {children}
      </Button>
      <span className={styles.outcome} role="status">
        {/* The key announces the same outcome again. */}
        {outcome.count === 0 ? null : <span key={outcome.count}>{outcome.text}</span>}
      </span>
    </>
  );
}
