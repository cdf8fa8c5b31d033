import { useState } from 'react';
import { Button } from './button.tsx';
import { lateMessages } from './late-messages.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Accessible name, for when "Copy" alone does not name what is copied. */
  readonly label?: string;
  readonly kind?: 'secondary' | 'quiet' | 'link';
}

/** Copies a text to the clipboard and announces the outcome in its label. */
export function CopyButton({ text, label, kind = 'secondary' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const labels = {
    none: lateMessages.copy,
    copied: lateMessages.copied,
    failed: lateMessages.copyFailed,
  };
  const copy = () => {
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <Button kind={kind} onClick={copy} aria-label={outcome === 'none' ? label : undefined}>
      <span aria-live="polite">{labels[outcome]}</span>
    </Button>
  );
}

/** Async, so that it rejects instead of throwing where an insecure origin has no `navigator.clipboard`. */
async function copyText(text: string): Promise<void> {
  // eslint-disable-next-line baseline-js/use-baseline -- Only reading the clipboard is young.
  await navigator.clipboard.writeText(text);
}
