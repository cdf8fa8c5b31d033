import { useState } from 'react';

/**
 * A choice that is kept in local storage, or until the page is unloaded where the browser denies storage.
 *
 * @param key the key in local storage
 * @param choices the valid values
 * @param getDefault the value when nothing valid is stored
 */
export function useRemembered<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  getDefault: () => Choice,
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = read(key);
    return choices.find((candidate) => candidate === stored) ?? getDefault();
  });
  const change = (next: Choice) => {
    setChoice(next);
    try {
      window.localStorage.setItem(key, next);
    } catch {
      // The browser denies storage: the choice lasts until the page is unloaded.
    }
  };
  return [choice, change];
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
