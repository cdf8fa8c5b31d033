// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { readIdentityNote, storeIdentityNote } from '#src/storage/identity-question.ts';
import { shortcutSetting } from '#src/storage/shortcut-setting.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('keeps in this tab that it asks about a person, until there is an answer [R22.11]', () => {
  expect(readIdentityNote()).toBeNull();
  storeIdentityNote('open');
  expect(readIdentityNote()).toBe('open');
  expect({ ...sessionStorage }).toEqual({ identity_question: 'open' });
  expect(localStorage).toHaveLength(0);
  storeIdentityNote(null);
  expect(readIdentityNote()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem('identity_question', 'of an older build');
  expect(readIdentityNote()).toBe('unknown');
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
