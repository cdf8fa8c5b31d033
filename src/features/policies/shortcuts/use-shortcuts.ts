import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcutForKey } from './shortcuts.ts';

/**
 * Listens for the page's single keys while they are switched on.
 *
 * @param on whether single keys do anything
 * @param act does it, and says whether it did
 */
export function useShortcuts(on: boolean, act: (shortcut: Shortcut) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutForKey(event);
    // The key must not also be typed into what it has just opened.
    if (shortcut !== null && act(shortcut)) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
