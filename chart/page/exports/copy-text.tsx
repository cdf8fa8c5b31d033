import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';

interface CopyTextProps {
  readonly label: string;
  /** Computes the text when the button is pressed. */
  readonly text: () => string;
}

/** A button that copies a text to the clipboard and reports whether it could. */
export function CopyText({ label, text }: CopyTextProps) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setStatus(messages.copied);
    } catch {
      setStatus(messages.copyFailed);
    }
  };
  return (
    <Button onClick={copy}>
      {label} <span role="status">{status}</span>
    </Button>
  );
}
