// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { shortcutForKey } from '#src/features/policies/shortcuts/shortcuts.ts';

/** Returns the shortcut of a key pressed on the element `#target`. */
function press(init: KeyboardEventInit, html = '<p id="target"></p>', isPrevented = false) {
  document.body.innerHTML = html;
  const target = document.getElementById('target') ?? document.body;
  let shortcut: ReturnType<typeof shortcutForKey> = null;
  const listener = (event: KeyboardEvent) => {
    if (isPrevented) event.preventDefault();
    shortcut = shortcutForKey(event);
  };
  document.addEventListener('keydown', listener);
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  document.removeEventListener('keydown', listener);
  return shortcut;
}

describe('shortcutForKey [R17.7]', () => {
  it.each([
    { init: { key: 'n', code: 'KeyN' }, shortcut: 'create' },
    { init: { key: 'N', code: 'KeyN' }, shortcut: 'create', why: 'caps lock' },
    { init: { key: 'т', code: 'KeyN' }, shortcut: 'create', why: 'Cyrillic' },
    { init: { key: '/', code: 'Slash' }, shortcut: 'search' },
    { init: { key: '/', code: 'Digit7', shiftKey: true }, shortcut: 'search', why: 'German' },
    { init: { key: '?', code: 'Slash', shiftKey: true }, shortcut: 'help' },
    { init: { key: 'b', code: 'KeyN' }, shortcut: null, why: 'Dvorak' },
    { init: { key: 'x', code: 'KeyX' }, shortcut: null },
    { init: { key: 'Enter', code: 'Enter' }, shortcut: null },
    { init: { key: 'toString', code: 'toString' }, shortcut: null },
  ])('returns $shortcut for $init.key ($why)', ({ init, shortcut }) => {
    expect(press(init)).toBe(shortcut);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { shiftKey: true, key: 'N' },
    { shiftKey: true, key: 'Т' },
    { repeat: true },
    { isComposing: true },
    { key: 'Process' },
    { key: 'Dead' },
  ])('returns null with %o', (init) => {
    expect(press({ key: 'n', code: 'KeyN', ...init })).toBeNull();
  });

  it.each([
    '<input id="target" />',
    '<textarea id="target"></textarea>',
    '<select id="target"></select>',
    '<div contenteditable="true"><b id="target"></b></div>',
    '<div role="menu"><button id="target"></button></div>',
    '<dialog open><button id="target"></button></dialog>',
  ])('returns null on %s', (html) => {
    expect(press({ key: 'n', code: 'KeyN' }, html)).toBeNull();
  });

  it('returns null when the event was handled already [R17.7]', () => {
    expect(press({ key: 'n', code: 'KeyN' }, undefined, true)).toBeNull();
  });
});
