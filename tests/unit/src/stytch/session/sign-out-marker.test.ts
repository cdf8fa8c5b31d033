// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSignOutMarker, type SignOutMarker } from '#src/stytch/session/sign-out-marker.ts';
import { writeAsOtherTab } from '../support/browser.ts';

const KEY = 'auth_signed_out_at';
const onSetElsewhere = vi.fn();
let marker: SignOutMarker;
let now = 1;

beforeEach(() => {
  now = 1;
  localStorage.clear();
  marker = createSignOutMarker(() => now, onSetElsewhere);
});
afterEach(() => {
  marker.stop();
  vi.clearAllMocks();
});

it('records the sign-out afterwards when storage had no space for it', () => {
  marker.ensure();
  expect(localStorage.getItem(KEY)).toBe('1');
});

it('records one time for one sign-out', () => {
  marker.set();
  now = 2;
  marker.ensure();
  expect(localStorage.getItem(KEY)).toBe('1');
});

it('calls back when another tab signs out or clears local storage, until it is stopped', () => {
  writeAsOtherTab('anything', 'else');
  expect(onSetElsewhere).not.toHaveBeenCalled();
  writeAsOtherTab(KEY, '2');
  expect(onSetElsewhere).toHaveBeenCalledTimes(1);
  writeAsOtherTab(null, null);
  expect(onSetElsewhere).toHaveBeenCalledTimes(2);
  marker.stop();
  writeAsOtherTab(KEY, '3');
  expect(onSetElsewhere).toHaveBeenCalledTimes(2);
});
