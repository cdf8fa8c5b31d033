// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isCreateKey } from '#src/features/policies/use-create-key.ts';

const N = { key: 'n', code: 'KeyN' };

/** Presses a key on the element `#target`. */
function press(init: KeyboardEventInit, html = '<p id="target"></p>', isHandled = false): boolean {
  document.body.innerHTML = html;
  let isPressed = false;
  const listener = (event: KeyboardEvent) => {
    if (isHandled) event.preventDefault();
    isPressed = isCreateKey(event);
  };
  document.addEventListener('keydown', listener, { once: true });
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.getElementById('target')?.dispatchEvent(event);
  return isPressed;
}

it('N opens a new policy, also with caps lock and at its place on a Cyrillic keyboard [R17.7]', () => {
  for (const key of ['n', 'N', 'т']) expect(press({ ...N, key }), key).toBe(true);
  expect(press({ key: 'b', code: 'KeyN' }), 'Dvorak').toBe(false);
});

it.each([
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { shiftKey: true, key: 'N' },
  { shiftKey: true, key: 'Т' },
  { repeat: true },
  { isComposing: true },
  { keyCode: 229 },
  { key: 'Process' },
])('nothing happens with %o [R1.15, R17.7]', (init) => {
  expect(press({ ...N, ...init })).toBe(false);
});

it.each([
  '<input id="target" />',
  '<textarea id="target"></textarea>',
  '<select id="target"></select>',
  '<div contenteditable="true"><b id="target"></b></div>',
  '<div role="menu"><button id="target"></button></div>',
  '<dialog open><button id="target"></button></dialog>',
])('nothing happens on %s [R17.7]', (html) => {
  expect(press(N, html)).toBe(false);
});

it('nothing happens when the key was handled already [R17.7]', () => {
  expect(press(N, undefined, true)).toBe(false);
});
