import { useState } from 'react';

/**
 * A choice that this browser remembers; one that denies storage forgets it when the page is left.
 *
 * @param key what it is stored as
 * @param choices what it may be
 * @param otherwise what it is when nothing is remembered
 */
export function useRemembered<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  otherwise: () => Choice,
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = read(key);
    return choices.find((one) => one === stored) ?? otherwise();
  });
  const change = (next: Choice) => {
    setChoice(next);
    try {
      window.localStorage.setItem(key, next);
    } catch {
      // It still holds until the page is left.
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
