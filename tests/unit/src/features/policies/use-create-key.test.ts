// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { isCreateKey } from '#src/features/policies/use-create-key.ts';
import { findButton } from '#tests/unit/support/render-page.tsx';
import { openPage } from './support/policies.tsx';

const TEXT = '<p id="target"></p>';

/** Presses Alt+N, or what differs from it, on the element `#target`. */
function press(init: KeyboardEventInit = {}, html = TEXT, isHandled = false): boolean {
  document.body.innerHTML = html;
  const keydown = { key: 'n', code: 'KeyN', altKey: true, bubbles: true, cancelable: true };
  const event = new KeyboardEvent('keydown', { ...keydown, ...init });
  if (isHandled) event.preventDefault();
  document.getElementById('target')?.dispatchEvent(event);
  return isCreateKey(event);
}

it('Alt+N opens a new policy, also on a Mac, on a Cyrillic keyboard and where N is elsewhere [R17.7]', () => {
  for (const key of ['n', 'N', 'Dead', 'т']) expect(press({ key }), key).toBe(true);
  expect(press({ code: 'KeyL' })).toBe(true);
});

it.each<[KeyboardEventInit, string?, boolean?]>([
  [{ altKey: false }],
  [{ altKey: false, modifierAltGraph: true }],
  [{ ctrlKey: true }],
  [{ metaKey: true }],
  [{ shiftKey: true }],
  [{ key: 'b' }],
  [{ repeat: true }],
  [{}, '<input id="target" />'],
  [{}, '<textarea id="target"></textarea>'],
  [{}, '<select id="target"></select>'],
  [{}, '<div contenteditable="true"><b id="target"></b></div>'],
  [{}, '<div><button id="target" aria-expanded="true"></button></div>'],
  [{}, '<div><button aria-expanded="true"></button><section><a id="target"></a></section></div>'],
  [{}, '<dialog open><button id="target"></button></dialog>'],
  [{}, TEXT, true],
])('nothing happens with %o on %s, handled: %s [R17.7]', (init, html, isHandled) => {
  expect(press(init, html, isHandled)).toBe(false);
});

it('opens a new policy with the keys that it shows [R17.7]', async () => {
  openPage();
  const shown = await findButton('New policy');
  expect([shown.getAttribute('aria-keyshortcuts'), shown.textContent]).toEqual([
    'Alt+N',
    'New policyAlt+N',
  ]);
  // The press types nothing.
  expect(fireEvent.keyDown(document.body, { code: 'KeyN', altKey: true })).toBe(false);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(name).toBe(document.activeElement);
});
