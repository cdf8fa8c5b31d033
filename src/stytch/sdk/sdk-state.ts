import * as v from 'valibot';
import { localStorageKeys, parseJson, safeLocalStorage } from '../../storage/web-storage.ts';
import { sdkStorageKey } from '../session/sdk-storage-key.ts';
import { type RawSession, rawSessionSchema } from './raw-session.ts';

/** The values under the SDK's key that stand for no session. */
const NO_SESSION: readonly (string | null)[] = [null, 'null', '{}'];

/** The settings that the SDK cached, if it can read them. */
const cachedSettingsSchema = v.object({
  rbacPolicy: v.nullable(
    v.object({ roles: v.array(v.unknown()), resources: v.array(v.unknown()) }),
  ),
});

/** The session that the SDK has stored; `null` when there is none or it is invalid. */
export function readStoredSession(publicToken: string): RawSession | null {
  const stored = parseJson(safeLocalStorage.read(sdkStorageKey(publicToken)));
  return v.is(rawSessionSchema, stored) ? stored : null;
}

/** Whether the SDK can parse a text under its state key. */
function isSdkState(text: string | null): boolean {
  return NO_SESSION.includes(text) || v.is(rawSessionSchema, parseJson(text));
}

/**
 * Removes invalid values from the SDK's local storage keys. The SDK throws an uncaught error on them while it
 * is imported and constructed.
 */
export function removeInvalidSdkState(publicToken: string): void {
  const state = sdkStorageKey(publicToken);
  if (!isSdkState(safeLocalStorage.read(state))) safeLocalStorage.remove(state);
  const cached = sdkStorageKey(publicToken, 'bootstrap');
  const settings = parseJson(safeLocalStorage.read(cached));
  if (!v.is(cachedSettingsSchema, settings)) safeLocalStorage.remove(cached);
}

/** Removes everything that the SDK stores for this project in local storage. */
export function removeSdkState(publicToken: string): void {
  for (const key of localStorageKeys(sdkStorageKey(publicToken))) safeLocalStorage.remove(key);
}

/**
 * Makes the SDK read local storage again. The SDK reads it only on a `storage` event, which the browser does
 * not send to a page in the back/forward cache, nor for a change made in this tab.
 */
export function resyncSdk(publicToken: string): void {
  const key = sdkStorageKey(publicToken);
  const text = safeLocalStorage.read(key);
  const newValue = isSdkState(text) ? text : null;
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}
