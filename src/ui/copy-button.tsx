import { useState } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, when the visible word alone does not say it. */
  readonly label?: string;
  readonly kind?: 'secondary' | 'quiet' | 'link';
}

/** Copies a text and says so in its own place; where the browser refuses, it says what to do instead. */
export function CopyButton({ text, label, kind = 'secondary' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const words = { none: messages.copy, copied: messages.copied, failed: messages.copyFailed };
  const copy = () => {
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <Button kind={kind} onClick={copy} aria-label={outcome === 'none' ? label : undefined}>
      <span aria-live="polite">{words[outcome]}</span>
    </Button>
  );
}

/** Without a secure origin there is no clipboard at all, which must not be an exception in a gesture. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
