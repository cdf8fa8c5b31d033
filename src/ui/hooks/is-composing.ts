import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The `keyCode` of a key that an input method handles. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Whether a key belongs to a text composition, as of Japanese, Chinese and Korean, and must do nothing else (R1.15).
 * Safari ends the composition before the `keydown` of the key that ends it, so that only the code tells.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing: isUnfinished, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isUnfinished || keyCode === HANDLED_BY_INPUT_METHOD;
}
