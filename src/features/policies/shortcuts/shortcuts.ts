/** What a single key does on the policies page. */
export type Shortcut = 'create' | 'search' | 'sheet';

/** The keys as they are shown, and as `aria-keyshortcuts` wants them. */
export const SHORTCUT_KEYS = { create: 'N', search: '/', sheet: '?' } as const;

const BY_KEY: ReadonlyMap<string, Shortcut> = new Map([
  ['n', 'create'],
  ['/', 'search'],
  ['?', 'sheet'],
]);

/** Where the keys are on a keyboard whose letters are not Latin. */
const BY_CODE: ReadonlyMap<string, Shortcut> = new Map([['KeyN', 'create']]);

const OTHER_LETTER = /^[^\p{Script=Latin}\p{Script=Common}]$/u;

/** Where a key is text, or belongs to a menu or a dialog. */
const OCCUPIED =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], dialog';

type KeyPress = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'altKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>;

/**
 * What a key pressed on the page means (R17.7: a keyboard shortcut for a new policy; the key is ours to
 * choose). It means nothing while somebody types or composes, with a modifier, held down, or once something
 * else has taken it.
 */
export function shortcutForKey(press: KeyPress): Shortcut | null {
  if (press.defaultPrevented || press.repeat || press.isComposing) return null;
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (press.target instanceof Element && press.target.closest(OCCUPIED) !== null) return null;
  if (OTHER_LETTER.test(press.key)) {
    return press.shiftKey ? null : (BY_CODE.get(press.code) ?? null);
  }
  // Caps lock is not a modifier, and where `/` and `?` are differs from keyboard to keyboard.
  const key = press.shiftKey ? press.key : press.key.toLowerCase();
  return BY_KEY.get(key) ?? null;
}
