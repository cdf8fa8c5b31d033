import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { messages } from '../messages.ts';

interface CopyTextProps {
  readonly label: string;
  /** Made when it is asked for: it may be long. */
  readonly text: () => string;
}

/** A button that copies what it makes, and says so. */
export function CopyText({ label, text }: CopyTextProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid(messages.copied);
    } catch {
      setSaid(messages.copyFailed);
    }
  };
  return (
    <Button onClick={copy}>
      {label} <span role="status">{said}</span>
    </Button>
  );
}
