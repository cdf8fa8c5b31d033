// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { shortcutSetting } from '#src/storage/policies/shortcut-setting.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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
