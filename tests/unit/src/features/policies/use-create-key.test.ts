// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isCreateKey } from '#src/features/policies/use-create-key.ts';

const TEXT = '<p id="target"></p>';

/** Presses N, or what differs from it, on the element `#target`. */
function press(init: KeyboardEventInit = {}, html = TEXT, isHandled = false): boolean {
  document.body.innerHTML = html;
  const keydown = { key: 'n', code: 'KeyN', bubbles: true, cancelable: true, ...init };
  const event = new KeyboardEvent('keydown', keydown);
  if (isHandled) event.preventDefault();
  document.getElementById('target')?.dispatchEvent(event);
  return isCreateKey(event);
}

it('N opens a new policy, also with caps lock and at its place on a Cyrillic keyboard [R17.7]', () => {
  for (const key of ['n', 'N', 'т']) expect(press({ key }), key).toBe(true);
  expect(press({ key: 'b' }), 'Dvorak').toBe(false);
});

it.each<[KeyboardEventInit, string?, boolean?]>([
  [{ ctrlKey: true }],
  [{ metaKey: true }],
  [{ altKey: true }],
  [{ shiftKey: true, key: 'N' }],
  [{ shiftKey: true, key: 'Т' }],
  [{ repeat: true }],
  [{ isComposing: true }],
  [{ keyCode: 229 }],
  [{}, '<input id="target" />'],
  [{}, '<textarea id="target"></textarea>'],
  [{}, '<select id="target"></select>'],
  [{}, '<div contenteditable="true"><b id="target"></b></div>'],
  [{}, '<div><button id="target" aria-expanded="true"></button></div>'],
  [{}, '<div><button aria-expanded="true"></button><section><a id="target"></a></section></div>'],
  [{}, '<dialog open><button id="target"></button></dialog>'],
  [{}, TEXT, true],
])('nothing happens with %o on %s, handled: %s [R1.15, R17.7]', (init, html, isHandled) => {
  expect(press(init, html, isHandled)).toBe(false);
});
