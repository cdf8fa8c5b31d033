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

/** Lets the browser save a text as a file. */
export function saveFile(fileName: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = fileName;
  link.click();
}

/** Where something is written. In development, a click opens it in the editor. */
export function SourceLink({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  const name = at.split('/').at(-1);
  if (!import.meta.env?.DEV) return <code className="sc-source">{name}</code>;
  return (
    <button
      type="button"
      className="sc-link sc-source"
      title={`Open ${at} in the editor`}
      onClick={() => fetch(`/__open-in-editor?file=${encodeURIComponent(at)}`)}
    >
      {name}
    </button>
  );
}

/** A state by its name; a click selects it. */
export function StateLink({ id, onSelect }: { id: string; onSelect: (state: string) => void }) {
  return (
    <button type="button" className="sc-link" onClick={() => onSelect(id)}>
      {id}
    </button>
  );
}
