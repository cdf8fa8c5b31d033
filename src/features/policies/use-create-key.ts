import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '#src/ui/hooks/is-composing.ts';

/** The key that opens a new policy (R17.7), as it is shown and as `aria-keyshortcuts` takes it. */
export const CREATE_KEY = 'N';

const NON_LATIN_LETTER = /^[^\p{Script=Latin}\p{Script=Common}]$/u;

/** Elements in which a key types text or has a meaning already, and an open popover with its button. */
const KEY_CONSUMERS =
  'input, textarea, select, [contenteditable], [role="listbox"], dialog, :has(> [aria-expanded="true"])';

/**
 * Whether a `keydown` event asks for a new policy: not when the key is typed as text, pressed with a modifier, held down,
 * or handled already. On keyboards whose letters are not Latin, the position of the key counts.
 */
export function isCreateKey(press: KeyboardEvent): boolean {
  if (press.defaultPrevented || press.repeat || isComposing(press)) return false;
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return false;
  if (press.target instanceof Element && press.target.closest(KEY_CONSUMERS)) return false;
  // An upper-case letter comes from caps lock.
  return NON_LATIN_LETTER.test(press.key)
    ? press.code === `Key${CREATE_KEY}`
    : press.key.toUpperCase() === CREATE_KEY;
}

/** Calls `onPress` for the key that opens a new policy while `isEnabled`. */
export function useCreateKey(isEnabled: boolean, onPress: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isCreateKey(event)) return;
    // Otherwise the key would be typed into the field that the dialog focuses.
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    if (!isEnabled) return;
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isEnabled]);
}
