// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { shortcutForKey } from '#src/features/policies/shortcuts/shortcuts.ts';

/** What a press on an element of the page means. */
function pressed(init: KeyboardEventInit, html = '<p id="here"></p>', taken = false) {
  document.body.innerHTML = html;
  const here = document.getElementById('here') ?? document.body;
  let meaning: ReturnType<typeof shortcutForKey> = null;
  const listen = (event: KeyboardEvent) => {
    if (taken) event.preventDefault();
    meaning = shortcutForKey(event);
  };
  document.addEventListener('keydown', listen);
  here.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  document.removeEventListener('keydown', listen);
  return meaning;
}

describe('a key', () => {
  it.each([
    { init: { key: 'n', code: 'KeyN' }, meaning: 'create' },
    { init: { key: 'N', code: 'KeyN' }, meaning: 'create', why: 'caps lock' },
    { init: { key: 'т', code: 'KeyN' }, meaning: 'create', why: 'Cyrillic' },
    { init: { key: '/', code: 'Slash' }, meaning: 'search' },
    { init: { key: '/', code: 'Digit7', shiftKey: true }, meaning: 'search', why: 'German' },
    { init: { key: '?', code: 'Slash', shiftKey: true }, meaning: 'sheet' },
    { init: { key: 'b', code: 'KeyN' }, meaning: null, why: 'Dvorak' },
    { init: { key: 'x', code: 'KeyX' }, meaning: null },
    { init: { key: 'Enter', code: 'Enter' }, meaning: null },
    { init: { key: 'toString', code: 'toString' }, meaning: null },
  ])('$init.key ($why) means $meaning', ({ init, meaning }) => {
    expect(pressed(init)).toBe(meaning);
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
  ])('means nothing with %o', (init) => {
    expect(pressed({ key: 'n', code: 'KeyN', ...init })).toBeNull();
  });

  it.each([
    '<input id="here" />',
    '<textarea id="here"></textarea>',
    '<select id="here"></select>',
    '<div contenteditable="true"><b id="here"></b></div>',
    '<div role="menu"><button id="here"></button></div>',
    '<dialog open><button id="here"></button></dialog>',
  ])('means nothing on %s', (html) => {
    expect(pressed({ key: 'n', code: 'KeyN' }, html)).toBeNull();
  });

  it('means nothing once something else has taken it', () => {
    expect(pressed({ key: 'n', code: 'KeyN' }, undefined, true)).toBeNull();
  });
});
