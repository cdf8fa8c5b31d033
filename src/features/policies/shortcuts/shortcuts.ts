import { isComposing } from '#src/ui/is-composing.ts';

/** What a single key does on the policies page (R17.7). */
export type Shortcut = 'create' | 'search' | 'help';

/** The keys in the form that is shown and that `aria-keyshortcuts` takes. */
export const SHORTCUT_KEYS = { create: 'N', search: '/', help: '?' } as const;

const SHORTCUT_BY_KEY: ReadonlyMap<string, Shortcut> = new Map([
  ['n', 'create'],
  ['/', 'search'],
  ['?', 'help'],
]);

/** The letter keys of the shortcuts by position, for keyboards whose letters are not Latin. */
const SHORTCUT_BY_CODE: ReadonlyMap<string, Shortcut> = new Map([['KeyN', 'create']]);

const NON_LATIN_LETTER = /^[^\p{Script=Latin}\p{Script=Common}]$/u;

/** Elements in which a key types text or has a meaning already. */
const KEY_CONSUMERS =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], dialog';

/**
 * Returns the shortcut of a `keydown` event.
 *
 * @returns `null` when the key has none, or when it is typed as text, pressed with a modifier, held down, or
 *   handled already
 */
export function shortcutForKey(press: KeyboardEvent): Shortcut | null {
  if (press.defaultPrevented || press.repeat || isComposing(press)) return null;
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (press.target instanceof Element && press.target.closest(KEY_CONSUMERS) !== null) return null;
  if (NON_LATIN_LETTER.test(press.key)) {
    return press.shiftKey ? null : (SHORTCUT_BY_CODE.get(press.code) ?? null);
  }
  // Without Shift, an upper-case letter comes from caps lock. `/` and `?` need Shift on some keyboards.
  const key = press.shiftKey ? press.key : press.key.toLowerCase();
  return SHORTCUT_BY_KEY.get(key) ?? null;
}
