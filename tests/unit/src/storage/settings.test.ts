// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { storeIdentityNote, wasIdentityAsked } from '#src/storage/identity-question.ts';
import { shortcutSetting } from '#src/storage/shortcut-setting.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps in this tab that it asks about a person, until there is an answer [R22.11]', () => {
  expect(wasIdentityAsked()).toBe(false);
  storeIdentityNote('open');
  expect(wasIdentityAsked()).toBe(true);
  expect({ ...sessionStorage }).toEqual({ identity_question: 'open' });
  expect(localStorage).toHaveLength(0);
  storeIdentityNote(null);
  expect(wasIdentityAsked()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

it('keeps in this browser that single-key shortcuts are disabled', () => {
  expect(shortcutSetting.isEnabled()).toBe(true);
  shortcutSetting.setEnabled(false);
  expect(shortcutSetting.isEnabled()).toBe(false);
  expect({ ...localStorage }).toEqual({ single_key_shortcuts: 'off' });
  shortcutSetting.setEnabled(true);
  expect(shortcutSetting.isEnabled()).toBe(true);
  expect(localStorage).toHaveLength(0);
});
