import { useEffect, useEffectEvent } from 'react';

/** What opens a new policy (R17.7), as `aria-keyshortcuts` takes it. */
export const CREATE_KEYS = 'Alt+N';

/** Elements in which a key types text or has a meaning already, and an open popover with its button. */
const KEY_CONSUMERS =
  'input, textarea, select, [contenteditable], dialog, :has(> [aria-expanded="true"])';

const LATIN_LETTER = /^[a-z]$/i;

/**
 * Whether a `keydown` event asks for a new policy: not when text is typed, with another modifier, held down, or handled
 * already. Where it types no Latin letter, the position of the key counts: with Option, a Mac names another letter.
 * Browsers report AltGr without `altKey`, or with `ctrlKey`.
 */
export function isCreateKey(press: KeyboardEvent): boolean {
  const isN = LATIN_LETTER.test(press.key) ? /n/i.test(press.key) : press.code === 'KeyN';
  if (press.defaultPrevented || press.repeat || !isN) return false;
  if (!press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return false;
  return !(press.target instanceof Element && press.target.closest(KEY_CONSUMERS));
}

/** Calls `onPress` for the keys that open a new policy while `isEnabled`. */
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
