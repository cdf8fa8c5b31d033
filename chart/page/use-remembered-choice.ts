import { useState } from 'react';
import { safeLocalStorage } from '#src/storage/web-storage.ts';

/**
 * A choice that is kept in local storage, or until the page is unloaded where the browser denies storage.
 *
 * @param key the key in local storage
 * @param choices the valid values
 * @param getDefault the value when nothing valid is stored
 */
export function useRememberedChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  getDefault: () => Choice,
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = safeLocalStorage.read(key);
    return choices.find((candidate) => candidate === stored) ?? getDefault();
  });
  const change = (next: Choice) => {
    setChoice(next);
    safeLocalStorage.write(key, next);
  };
  return [choice, change];
}
