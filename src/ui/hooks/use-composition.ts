import { type ChangeEvent, type CompositionEvent, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps the text of a controlled field as an input method writes it while a composition runs, as of Japanese, Chinese and
 * Korean: a field that rewrites its text meanwhile doubles what is typed (R1.15).
 *
 * @param value the text of the field at rest
 * @param onText gets each changed text
 * @param waits whether `onText` gets nothing until the composition ends, as what normalizes or sends the text must
 * @returns the properties of the field
 */
export function useComposition(value: string, onText: (text: string) => void, waits: boolean) {
  /** The text that is being composed; `null` at rest. */
  const [composed, setComposed] = useState<string | null>(null);
  return {
    value: composed ?? value,
    onChange: ({ currentTarget }: ChangeEvent<Field>) => {
      if (composed !== null) setComposed(currentTarget.value);
      if (composed === null || !waits) onText(currentTarget.value);
    },
    onCompositionStart: ({ currentTarget }: CompositionEvent<Field>) =>
      setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Field>) => {
      setComposed(null);
      if (waits) onText(currentTarget.value);
    },
  };
}
