import { useState } from 'react';

/** A button that copies a text to the clipboard and says whether it could. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      // eslint-disable-next-line baseline-js/use-baseline -- Only reading the clipboard is young.
      await navigator.clipboard.writeText(text());
      setStatus('Copied.');
    } catch {
      setStatus('The clipboard cannot be used.');
    }
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status">{status}</span>
    </>
  );
}
