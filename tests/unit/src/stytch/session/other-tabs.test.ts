// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resyncSdk } from '#src/stytch/sdk/sdk-state.ts';
import { type OtherTabs, watchOtherTabs } from '#src/stytch/session/other-tabs.ts';
import { sdkStorageKey } from '#src/stytch/session/sdk-storage-key.ts';
import { writeAsOtherTab } from '../support/browser.ts';

const PUBLIC_TOKEN = 'public-token-test-1';
const SDK_KEY = sdkStorageKey(PUBLIC_TOKEN);

let otherTabs: OtherTabs;
/** What `isNotifying` returns while the SDK handles each event. */
let whileSdkHandles: boolean[] = [];
const sdk = () => whileSdkHandles.push(otherTabs.isNotifying());

beforeEach(() => {
  localStorage.clear();
  whileSdkHandles = [];
  otherTabs = watchOtherTabs(PUBLIC_TOKEN);
  window.addEventListener('storage', sdk);
});
afterEach(() => {
  window.removeEventListener('storage', sdk);
  otherTabs.stop();
});

it('detects a change by another tab while the SDK handles it, not afterwards', () => {
  expect(otherTabs.isNotifying()).toBe(false);
  otherTabs.afterSdkCreated();
  expect(otherTabs.isNotifying()).toBe(false);
  writeAsOtherTab(SDK_KEY, 'null');
  expect(whileSdkHandles).toEqual([true]);
  expect(otherTabs.isNotifying()).toBe(false);
});

it.each<[string, () => void]>([
  ['another tab changes another key', () => writeAsOtherTab('anything', 'else')],
  ['this tab makes the SDK read its state again', () => resyncSdk(PUBLIC_TOKEN)],
])('detects no change by another tab when %s', (_, act) => {
  otherTabs.afterSdkCreated();
  act();
  expect(whileSdkHandles).toEqual([false]);
});

it('ends a change that another tab has made while the SDK was created', () => {
  writeAsOtherTab(SDK_KEY, 'null');
  otherTabs.afterSdkCreated();
  expect(otherTabs.isNotifying()).toBe(false);
});

it('detects no change after it was stopped', () => {
  otherTabs.afterSdkCreated();
  otherTabs.stop();
  writeAsOtherTab(SDK_KEY, 'null');
  expect(whileSdkHandles).toEqual([false]);
});
