import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcutForKey } from './shortcuts.ts';

/**
 * Calls `onShortcut` for each shortcut that is pressed on the page.
 *
 * @param isEnabled whether to listen
 * @param onShortcut returns whether it did anything; if it did, the key is not typed
 */
export function useShortcuts(
  isEnabled: boolean,
  onShortcut: (shortcut: Shortcut) => boolean,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutForKey(event);
    // Otherwise the key would be typed into the field that the shortcut has just focused.
    if (shortcut !== null && onShortcut(shortcut)) event.preventDefault();
  });
  useEffect(() => {
    if (!isEnabled) return;
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isEnabled]);
}
