import type { KeyboardEvent } from 'react';
import { isComposing } from './is-composing.ts';

/**
 * Handles Enter in a field whose form has a disabled button: the browser then submits nothing, and the form's own handler
 * does not learn of the key.
 */
export function onEnter(callback: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Enter' && !isComposing(event)) callback();
  };
}
